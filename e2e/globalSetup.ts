// Global set-up: prepares one data folder that every product of the run copies (server.ts).
import { removePreparedData, prepareData } from './server.ts';

export default async function globalSetup(): Promise<() => void> {
  await prepareData();
  return removePreparedData;
}
