/** What all commands share: help with examples, `--json`, the opened installation, and the printed answer. */
import { Command } from 'commander';
import type { Location } from '@bord/engine';
import type { Runtime, RuntimeOptions } from './composition.ts';
import { Failure } from './output/failure.ts';
import type { LongAnswer } from './output/print-pages.ts';
import { printJson, printText } from './output/printer.ts';

export interface Answer {
  readonly json: unknown;
  readonly text: () => string | Promise<string>;
}

export interface CommonOptions {
  readonly json?: boolean;
}

/** The ways to name a location on the command line, for the help. */
export const LOCATION_NAMES = 'its id, alias or name';

type Answering<A extends readonly unknown[]> = (
  runtime: Runtime,
  options: never,
  ...args: A
) => Promise<Answer | LongAnswer>;

type Resolver = (runtime: Runtime, text: string, options: never) => Promise<string>;

export class BordCommand extends Command {
  declare readonly commands: readonly BordCommand[];
  #resolver: Resolver | undefined;

  override createCommand(name?: string): BordCommand {
    return new BordCommand(name);
  }

  /** A command below this one: `usage` is its name and arguments. The examples end its help. */
  subcommand(usage: string, description: string, examples: readonly string[]): BordCommand {
    return this.command(usage).summary(description).description(description).examples(examples);
  }

  examples(examples: readonly string[]): this {
    const lines = examples.map((example) => `  $ bord ${example}`);
    return this.option('--json', 'print one JSON document').addHelpText(
      'after',
      ['', 'Examples:', ...lines].join('\n'),
    );
  }

  /** Ends with the returned message if the options do not go together. */
  checks(
    faultOf: (options: never, args: readonly (string | undefined)[]) => string | false | undefined,
  ): this {
    return this.hook('preAction', () => {
      const fault = faultOf(this.opts<never>(), this.processedArgs as (string | undefined)[]);
      if (fault) this.error(`error: ${fault}`);
    });
  }

  /** Replaces the first argument by the resolved value, when the database is open. */
  resolves(resolver: Resolver): void {
    this.#resolver = resolver;
  }

  /** The action on the configured installation: prints its answer and closes the installation. */
  answers(run: Answering<string[]>, needs: RuntimeOptions | ((options: never) => RuntimeOptions) = {}): this {
    return this.action(async () => {
      const options = this.opts<CommonOptions>();
      const [{ openRuntime }, { configuration }] = await Promise.all([
        import('./composition.ts'),
        import('./config/config.ts'),
      ]);
      const runtime = await openRuntime(
        configuration(),
        typeof needs === 'function' ? needs(options as never) : needs,
      );
      let answer: Answer | LongAnswer;
      try {
        const [first, ...rest] = this.processedArgs.flat() as readonly string[]; // the last may be a list
        const args =
          first === undefined
            ? []
            : [(await this.#resolver?.(runtime, first, options as never)) ?? first, ...rest];
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
    });
  }

  /** As {@link answers}, with the location that the first argument names. */
  answersAt(run: Answering<[location: Location, ...string[]]>): this {
    return this.answers(async (runtime, options, name, ...args) => {
      const { locationNamed } = await import('./config/location-named.ts');
      return run(runtime, options, await locationNamed(runtime.engine, name), ...args);
    });
  }
}

export async function print({ json, text }: Answer, options: CommonOptions): Promise<void> {
  if (options.json) printJson(json);
  else printText(await text());
}
