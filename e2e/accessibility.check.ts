// Every named state of every screen, twice: on a phone in the light mode, and wider in the dark one. Languages and the two
// wider windows take turns. accessibility.matrix.ts looks at every state in every combination.
import { expect, test } from './journey.ts';
import { allStates } from './screens/allStates.ts';
import { axeFaults, targetFaults, widthFaults, wordFaults } from './screens/findFaults.ts';
import { openState, setTheme, setWidth } from './screens/openState.ts';

for (const [index, state] of allStates.entries()) {
  const language = index % 2 === 0 ? 'ru' : 'en';
  const wide = index % 4 < 2 ? 1280 : 768;
  test.describe(() => {
    test.use({ expectedMessages: state.expected ? [state.expected] : [] });

    test(`${state.name} (${language})`, async ({ page }) => {
      const screen = await openState(page, state, language, 360);
      expect.soft(await axeFaults(page), '360 px, light').toEqual([]);
      expect.soft(await widthFaults(page), '360 px').toEqual([]);
      expect.soft(await targetFaults(page), '360 px').toEqual([]);
      expect.soft(await wordFaults(screen, state), 'words').toEqual([]);
      await setWidth(page, 320);
      expect.soft(await widthFaults(page), '320 px').toEqual([]);
      await setTheme(page, 'dark');
      await setWidth(page, wide);
      expect.soft(await axeFaults(page), `${wide} px, dark`).toEqual([]);
      expect.soft(await widthFaults(page), `${wide} px`).toEqual([]);
      expect.soft(await targetFaults(page), `${wide} px`).toEqual([]);
    });
  });
}
