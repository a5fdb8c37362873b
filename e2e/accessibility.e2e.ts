// Every named state of every screen, once: languages, widths and colour modes take turns, so that each of their twelve
// combinations comes again and again. accessibility.matrix.ts looks at every state in every combination.
import { expect, test } from './journey.ts';
import { allStates } from './screens/allStates.ts';
import { axeFaults, expectRoom, expectWords } from './screens/findFaults.ts';
import { languages, openState, setTheme, setWidth, themes, widths } from './screens/openState.ts';

const turn = <One>(list: readonly One[], count: number): One => list[count % list.length]!;

for (const [index, state] of allStates.entries()) {
  const language = turn(languages, index);
  const width = turn(widths, index);
  const theme = turn(themes, Math.floor(index / 6));
  test.describe(() => {
    test.use({ expectedMessages: state.expected ? [state.expected] : [] });

    test(`${state.name} (${language}, ${width} px, ${theme})`, async ({ page }) => {
      const screen = await openState(page, state, { language, width, theme });
      await setTheme(page, theme);
      expect.soft(await axeFaults(page), 'axe').toEqual([]);
      await expectRoom(page, `${width} px`);
      await expectWords(screen, state, `${width} px`);
      await setWidth(page, 320);
      await expectRoom(page, '320 px');
    });
  });
}
