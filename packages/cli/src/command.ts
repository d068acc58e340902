/** The parts that all commands share: help with examples, `--json`, the opened installation, and the printed answer. */
import type { Command } from 'commander';
import type { Runtime, RuntimeOptions } from './composition.ts';
import { type Config, loadConfig } from './config/config.ts';
import { Failure } from './output/failure.ts';
import { plainLine } from './output/plain.ts';
import type { LongAnswer } from './output/print-pages.ts';
import { printJson, printNotice, printText } from './output/printer.ts';

export interface Answer {
  readonly json: unknown;
  readonly text: () => string | Promise<string>;
}

export interface CommonOptions {
  readonly json?: boolean;
}

/** A command below a parent: `usage` is its name and arguments. The examples end its help. */
export function subcommand(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command {
  const command = parent.command(usage);
  return withExamples(command.summary(description).description(description), examples);
}

export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ bord ${example}`);
  return command
    .option('--json', 'print one JSON document')
    .addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
}

type Resolver = (runtime: Runtime, text: string, options: never) => Promise<string>;

const resolvers = new WeakMap<Command, Resolver>();

/** Replaces a command's first argument by the resolved value, when the database is open. */
export function resolving(command: Command, resolver: Resolver): void {
  resolvers.set(command, resolver);
}

/** The action of a command on the configured installation: prints its answer and closes the installation. */
export function answering(
  run: (runtime: Runtime, options: never, ...args: string[]) => Promise<Answer | LongAnswer>,
  needs: RuntimeOptions = {},
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.opts<CommonOptions>();
    const { openRuntime } = await import('./composition.ts');
    const runtime = await openRuntime(configuration(), needs);
    let answer: Answer | LongAnswer;
    try {
      const [first, ...rest] = command.processedArgs.flat() as readonly string[]; // the last may be a list
      const resolver = resolvers.get(command);
      const args =
        first === undefined ? [] : [await (resolver?.(runtime, first, options as never) ?? first), ...rest];
      answer = await run(runtime, options as never, ...args);
      if ('pages' in answer) {
        const { printPages } = await import('./output/print-pages.ts');
        return await printPages(answer, options.json ?? false);
      }
    } catch (error) {
      if (options.json && error instanceof Failure && error.json) printJson(error.json);
      throw error;
    } finally {
      await runtime.close();
    }
    await print(answer, options);
  };
}

/** The configuration of this process. Its warnings are printed next to the answer. */
export function configuration(): Config {
  const config = loadConfig({ env: process.env, folder: process.cwd() });
  for (const line of config.warnings) printNotice(`bord: warning: ${plainLine(line)}`);
  return config;
}

export async function print({ json, text }: Answer, options: CommonOptions): Promise<void> {
  if (options.json) printJson(json);
  else printText(await text());
}
