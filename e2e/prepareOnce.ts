// Before all journeys: a data folder that products begin with a copy of (server.ts). Making one takes as long as all the rest
// of a start.
import { forgetData, prepareData } from './server.ts';

export default async function prepareOnce(): Promise<() => void> {
  await prepareData();
  return forgetData;
}
