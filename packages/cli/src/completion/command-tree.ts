import type { Argument, Command, Option } from 'commander';

export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' }
  /** Free text without suggestions, such as an id. */
  | { readonly kind: 'text' };

interface CommandOption {
  /** `--port`, `-h` */
  readonly flags: readonly string[];
  readonly about: string;
  /** Null for an option without a value. */
  readonly value: Value | null;
}

export interface CommandNode {
  /** Its words, with a space before each: `''` for the program, ` locations apply`. */
  readonly at: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly CommandOption[];
  readonly values: readonly Value[];
}

export function commandTree(command: Command, at = ''): CommandNode[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return [
    {
      at,
      commands: below.map((one) => ({
        name: one.name(),
        about: oneLine(one.summary() || one.description()),
      })),
      options: help.visibleOptions(command).map(optionOf),
      values: command.registeredArguments.map((argument) => valueOf(argument, argument.name())),
    },
    ...below.flatMap((one) => commandTree(one, `${at} ${one.name()}`)),
  ];
}

function optionOf(option: Option): CommandOption {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const takesValue = option.required || option.optional;
  const name = /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '';
  return { flags, about: oneLine(option.description), value: takesValue ? valueOf(option, name) : null };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function valueOf({ argChoices }: Pick<Argument | Option, 'argChoices'>, name: string): Value {
  if (argChoices) return { kind: 'words', words: argChoices };
  return { kind: /file|path/i.test(name) ? 'file' : 'text' };
}
