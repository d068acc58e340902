import { closestMatch } from 'leven';

export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const wanted = name.toLowerCase();
  return (
    candidates.find((candidate) => candidate.toLowerCase() === wanted) ??
    candidates.find((candidate) => wanted.length > 2 && candidate.toLowerCase().startsWith(wanted)) ??
    closestMatch(name, candidates, { maxDistance })
  );
}

/** ` (did you mean x?)` for {@link nearestName}; empty without a similar name. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const near = nearestName(name, candidates);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
