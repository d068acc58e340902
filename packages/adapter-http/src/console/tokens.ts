/** The colours of the console. The dark ones are derived, so that text keeps a contrast of 4.5 and edges one of 3. */
import { lightened } from '@bord/engine/adapters';
import { mixed } from '../web/brand-colours.ts';

/** The states of a party: the fill of its box, and the edge that distinguishes them without the fill. */
const STATES = {
  expected: ['#e8eef6', '#3e6aa8'],
  due: ['#e8eef6', '#a86f1a'],
  arrived: ['#ffe7b0', '#8f5f12'],
  seated: ['#ddefe6', '#1f6b57'],
  over: ['#f9d9d0', '#b3402a'],
  gone: ['#f1efe9', '#767e78'],
} as const;

const LIGHT = {
  ground: '#f7f6f2',
  panel: '#efede6',
  stage: '#ffffff',
  line: '#e6e4dc',
  hatch: '#d3d0c5',
  ink: '#17201e',
  muted: '#5b6663',
  edge: '#767e78',
  accent: '#1f6b57',
  'accent-deep': '#164f40',
  'on-accent': '#ffffff',
  good: '#1f6b57',
  bad: '#b3402a',
  'bad-deep': '#8c3120',
  'on-bad': '#ffffff',
  allergy: '#7a1f6b',
};

const DARK = {
  ground: '#101413',
  panel: '#1e2624',
  stage: '#171d1b',
  line: '#2c3532',
  hatch: '#33403c',
  ink: '#e9eeeb',
  muted: '#a3b0ab',
  edge: '#70807a',
  accent: '#8ccfb9',
  'accent-deep': '#a9dfcd',
  'on-accent': '#0d1a15',
  good: '#8ccfb9',
  bad: '#f0a08c',
  'bad-deep': '#f4bdad',
  'on-bad': '#2a110a',
};

type State = keyof typeof STATES;
/** The share of the hue in dark fills. */
const HUE = 0.24;

function darkFill(state: State): string {
  return state === 'gone' ? DARK.panel : mixed(DARK.stage, STATES[state][1], HUE);
}

function statesIn(scheme: 'light' | 'dark'): Readonly<Record<string, string>> {
  const all = (Object.keys(STATES) as State[]).map((state): [string, string][] => {
    const [fill, edge] = STATES[state];
    const dark = darkFill(state);
    return scheme === 'light'
      ? [
          [state, fill],
          [`${state}-edge`, edge],
        ]
      : [
          [state, dark],
          [`${state}-edge`, lightened(edge, dark)],
        ];
  });
  return Object.fromEntries(all.flat());
}

/** By their names in the style, without the leading dashes: `arrived-edge`. */
export const COLOURS = {
  light: { ...LIGHT, ...statesIn('light') },
  dark: { ...DARK, allergy: lightened(LIGHT.allergy, darkFill('due')), ...statesIn('dark') },
} as const;

const colours = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');

export const CONSOLE_TOKENS = `
:root { ${colours(COLOURS.light)} }
@media (prefers-color-scheme: dark) { :root { ${colours(COLOURS.dark)} } }
`;
