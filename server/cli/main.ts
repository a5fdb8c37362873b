// Entry point of the command line: `npm run loadout -- <command>`.
import { createContext } from './context.ts';
import { runCommand } from './program.ts';

process.exitCode = await runCommand(process.argv.slice(2), createContext());
