// Limits on the presses per job (docs/jobs.md), on a phone in Russian and on a desktop in English.
import { doEverydayJob, everydayJobs } from './everydayJobs.ts';
import { address, expect, createSession, test } from './journey.ts';

const ways = [
  // A different person each: services already used or requested cannot be requested again.
  { language: 'ru', width: 360, locale: 'ru-RU', person: 'kirill.lebedev@nexters.example' },
  { language: 'en', width: 1280, locale: 'en-US', person: 'pavel.zimin@gdev.example' },
] as const;

for (const { language, width, locale, person } of ways) {
  test.describe(`${language}, ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 800 } });
    for (const job of everydayJobs) {
      test(job.name, async ({ page }) => {
        if (!job.isVisitor) await createSession(page, person);
        const { presses } = await doEverydayJob(job, page, address(), language);
        expect(presses).toBeLessThanOrEqual(job.presses);
      });
    }
  });
}
