// All mutations, in the order of docs/promises.md: at least one for each promise.
import { doors } from './doors.ts';
import { input } from './input.ts';
import type { Mutation } from './mutation.ts';
import { rights } from './rights.ts';
import { signIn } from './signIn.ts';
import { steady } from './steady.ts';

export const mutations: Mutation[] = [...steady, ...signIn, ...rights, ...doors, ...input];
