/** The page of commands, from the program itself. */
import { createProgram } from '../../packages/cli/src/program.ts';
import { anchor, anchorName, code, fenced, noteOf, page, prose, table } from './markdown.ts';

type Command = Awaited<ReturnType<typeof createProgram>>;
type Option = Command['options'][number];
type Argument = Command['registeredArguments'][number];

/** The program with all of its commands loaded. */
export async function wholeProgram(): Promise<Command> {
  const groups = (await createProgram('', [])).commands.map((command) => command.name());
  return createProgram('', groups);
}

export async function commandsPage(): Promise<string> {
  const program = await wholeProgram();
  const tasks = Map.groupBy(below(program), (command) => command.helpGroup());
  return page([
    noteOf('the commands in packages/cli/src'),
    '# Commands',
    'This page lists all commands of `bord` with their arguments, options and examples, for operators and staff. `bord COMMAND --help` shows the same text.',
    'Each command works on the database of [`BORD_DATABASE`](settings.md#bord_database), and `--json` prints one JSON document. A failed command prints `bord: ` with the cause to standard error and has an exit status other than 0.',
    table(
      ['task', 'commands'],
      [...tasks].map(([task, commands]) => [
        task.replace(/:$/, ''),
        commands.map((command) => `[${code(command.name())}](#${anchorName(nameOf(command))})`).join(', '),
      ]),
    ),
    ...[...tasks.values()].flat().flatMap((command) => sectionsOf(command, '##')),
  ]);
}

function below(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
}

/** `bord bookings list` */
export function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The name of an option's anchor: `bord-bookings-list--location`. */
export function optionAnchor(command: Command, option: Option): string {
  return `${anchorName(nameOf(command))}${option.long ?? option.short!}`;
}

/** The options of a command that the page lists. `--help` belongs to every command. */
export function optionsOf(command: Command): readonly Option[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help');
}

function sectionsOf(command: Command, level: '##' | '###'): readonly string[] {
  const inner = below(command);
  const head = [`${level} ${code(nameOf(command))}`, sentence(command.description())];
  if (inner.length > 0) {
    const rows = inner.map((one) => [
      `[${code(one.name())}](#${anchorName(nameOf(one))})`,
      prose(one.summary()),
    ]);
    return [...head, table(['command', 'effect'], rows), ...inner.flatMap((one) => sectionsOf(one, '###'))];
  }
  const given = command.registeredArguments;
  const options = optionsOf(command);
  const examples = examplesOf(command);
  return [
    ...head,
    code(`${nameOf(command)} ${command.usage()}`),
    given.length > 0 ? table(['argument', 'meaning'], given.map(argumentRow)) : '',
    options.length > 0
      ? table(
          ['option', 'meaning'],
          options.map((option) => [
            `${anchor(optionAnchor(command, option))}${code(option.flags)}`,
            withValues(option),
          ]),
        )
      : '',
    examples.length > 0 ? fenced('bash', examples.join('\n')) : '',
  ];
}

function argumentRow(argument: Argument): readonly string[] {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return [code(argument.required ? `<${name}>` : `[${name}]`), withValues(argument)];
}

function withValues({ description, argChoices, defaultValue }: Argument | Option): string {
  const choices = argChoices ? `one of ${argChoices.map(code).join(', ')}` : '';
  const standard =
    defaultValue === undefined || defaultValue === false ? '' : `default ${code(String(defaultValue))}`;
  return [prose(description.replaceAll(/\s+/g, ' ')), choices, standard]
    .filter((part) => part !== '')
    .join('; ');
}

/** A description with a capital and a full stop. Its lines are broken for terminals, and a statement is a paragraph. */
function sentence(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    if (paragraph.startsWith('export ')) return fenced('typescript', paragraph);
    const flowing = prose(paragraph.replaceAll('\n', ' '));
    const begun = flowing.charAt(0).toUpperCase() + flowing.slice(1);
    return /[.:)]$/.test(begun) ? begun : `${begun}.`;
  });
  return paragraphs.join('\n\n');
}

/** The examples at the end of a command's help. */
function examplesOf(command: Command): readonly string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return [...help.matchAll(/^ {2}\$ (bord .*)$/gm)].map(([, example]) => example!);
}
