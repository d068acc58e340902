/** Links the rule numbers of a page to the contract and the decisions. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { slug } from 'github-slugger';
import { root } from '../packages.ts';

const HEADING = /^#+ ((?:D\d+|\d+(?:\.\d+)*)\b.*)$/gm;

/** The target of each rule: `4.3` and `D46`. */
const targets = new Map(
  ['partner-api.md', 'decisions.md'].flatMap((file) =>
    [...readFileSync(resolve(root, 'docs/contract', file), 'utf8').matchAll(HEADING)].map(
      ([, heading]) => [/^[D\d.]*\d/.exec(heading!)![0], `../contract/${file}#${slug(heading!)}`] as const,
    ),
  ),
);

/** Code, headings and links, which stay as they are; then the rule numbers. */
const PARTS =
  /```[\s\S]*?```|`[^`\n]*`|^#.*$|\[[^\]\n]*\]\([^)\n]*\)|§\s?(\d+(?:\.\d+)*)|(?<![\w-])(D\d{1,3})(?![\w-])/gm;

/** The page with a link for each rule number. A number without a heading leads to that of the section around it. */
export function withRuleLinks(page: string): string {
  return page.replaceAll(PARTS, (part, section?: string, decision?: string) => {
    let rule = decision ?? section;
    if (rule === undefined) return part;
    while (!targets.has(rule) && rule.includes('.')) rule = rule.slice(0, rule.lastIndexOf('.'));
    const target = targets.get(rule);
    if (target === undefined)
      throw new Error(`docs/contract has no heading for ${part}. Add it, or change the text.`);
    return `[${part}](${target})`;
  });
}
