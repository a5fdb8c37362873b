// Every named state of every screen × two languages × three widths × both colour modes; a picture of each at 360 and 1280.
import { expect, test } from './journey.ts';
import { allStates } from './screens/allStates.ts';
import { axeFaults, expectRoom, expectWords } from './screens/findFaults.ts';
import { languages, openState, setTheme, setWidth, themes, widths } from './screens/openState.ts';
import { takePicture } from './screens/pictures.ts';

for (const state of allStates) {
  for (const language of languages) {
    test.describe(() => {
      test.use({ expectedMessages: state.expected ? [state.expected] : [] });

      test(`${state.name}, ${language}`, async ({ page }) => {
        const screen = await openState(page, state, { language, width: 360, theme: 'light' });
        for (const width of widths) {
          await setWidth(page, width);
          // What a state has scrolled half under the header is no smaller for that.
          await page.evaluate(() => scrollTo(0, 0));
          for (const theme of themes) {
            await setTheme(page, theme);
            const cell = `${width} px, ${theme}`;
            test.info().annotations.push({ type: 'cell', description: cell });
            expect.soft(await axeFaults(page), cell).toEqual([]);
            if (width !== 768) await takePicture(page, `${state.name}, ${language}, ${cell}`);
          }
          await expectRoom(page, `${width} px`);
          await expectWords(screen, state, `${width} px`);
        }
        await setWidth(page, 320);
        await expectRoom(page, '320 px');
      });
    });
  }
}
