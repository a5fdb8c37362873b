// Runs one command of the command line and collects its output.
import { createContext, type CommandContext } from '../cli/context.ts';
import { runCommand } from '../cli/program.ts';

export async function runCli(
  args: string[],
  env: NodeJS.Dict<string>,
  ask: CommandContext['ask'] = null,
) {
  const lines: string[] = [];
  const errors: string[] = [];
  const progress: string[] = [];
  const context = createContext({
    env: { APP_ENV: 'test', LOG_LEVEL: 'silent', ...env },
    print: (line) => void lines.push(line),
    progressOutput: { write: (text) => void progress.push(text) },
    ask,
  });
  const code = await runCommand(args, context, (message) => void errors.push(message));
  return {
    code,
    lines,
    output: lines.join('\n'),
    errors: errors.join('\n'),
    progress: progress.join(''),
  };
}
