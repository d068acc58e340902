import type { Entry } from './public-surface.ts';

/** The names without a docstring: `packages/engine/src/engine.ts:31 Engine.partner`. */
export function undocumented(entries: readonly Entry[]): readonly string[] {
  const found = new Set<string>();
  for (const { module, text, names } of entries) {
    if (text === '') found.add(module);
    for (const name of names) {
      if (name.text === '') found.add(`${name.position} ${name.name}`);
      for (const member of name.members)
        if (member.text === '') found.add(`${member.position} ${name.name}.${member.name}`);
    }
  }
  return [...found];
}

/** Links to names that are not public: `packages/engine/src/engine.ts:31 Engine.partner: nowhere`. */
export function deadLinks(entries: readonly Entry[]): readonly string[] {
  const names = entries.flatMap((entry) => entry.names);
  const known = new Set(
    names.flatMap(({ name, members }) => [name, ...members.map((member) => `${name}.${member.name}`)]),
  );
  const found = new Set<string>();
  for (const owner of names)
    for (const { name, position, links } of [owner, ...owner.members])
      for (const link of links)
        if (
          !known.has(link) &&
          !known.has(`${owner.name.split('.')[0]}.${link}`) &&
          !known.has(`${owner.name}.${link}`)
        )
          found.add(`${position} ${name}: ${link}`);
  return [...found];
}
