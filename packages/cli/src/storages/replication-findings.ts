import type { DatabaseState, FollowingStandby, InspectedHost } from '@bord/adapter-pg';
import { bytesText } from '../output/bytes.ts';
import { bad, type Finding, good, weak } from './finding.ts';

/** More than that behind is more than a hiccup. */
const LAG_MAX = { bytes: 16_000_000, seconds: 5 };

/** Empty without standbys and without a setting that names one. */
export function replicationFindings(
  state: DatabaseState,
  hosts: readonly InspectedHost[] = [],
): readonly Finding[] {
  const { isInRecovery, replication, synchronousStandbys } = state;
  const isAlone =
    hosts.length === 0 &&
    replication.standbys.length === 0 &&
    replication.slots.length === 0 &&
    synchronousStandbys === '';
  if (isInRecovery || isAlone) return hostFindings(hosts);
  return [
    ...hostFindings(hosts),
    ...standbyFindings(state),
    ...replication.standbys.map(lagFinding),
    lossFinding(state),
    ...settingFindings(state),
    ...slotFindings(state),
  ];
}

/** A primary that waits for none of its standbys acknowledges bookings which the one that takes over may not have. */
export function standbyFindings({
  isInRecovery,
  standbys,
  standbySlots,
  synchronousStandbys: waitedFor,
}: Pick<DatabaseState, 'isInRecovery' | 'standbys' | 'standbySlots' | 'synchronousStandbys'>): Finding[] {
  const what = 'standbys';
  const known = Math.max(standbys, standbySlots);
  if (isInRecovery || (known === 0 && waitedFor === '')) return [];
  if (waitedFor === '')
    return [
      weak(
        what,
        `${known}, and commits do not wait for one: synchronous_standby_names is empty`,
        "acknowledged bookings can be lost when a standby takes over: set synchronous_standby_names on the primary, such as 'ANY 1 (*)', with two standbys or more",
      ),
    ];
  if (standbys === 0)
    return [
      bad(
        what,
        `none follows, and commits wait for one: synchronous_standby_names is ${waitedFor}`,
        'start a standby, or no booking is answered; or empty synchronous_standby_names on the primary',
      ),
    ];
  return [good(what, `${known}, waited for: ${waitedFor}; acknowledged changes survive the primary`)];
}

export function hostFindings(hosts: readonly InspectedHost[]): readonly Finding[] {
  const primaries = hosts.filter(({ role }) => role === 'primary');
  const timeline = Math.max(0, ...primaries.map((one) => one.timeline ?? 0));
  const latest = primaries.filter((one) => one.timeline === timeline);
  const system = latest.length === 1 ? latest[0]!.system : null;
  return hosts.map((host): Finding => {
    const what = `host ${host.name}`;
    const on = `timeline ${host.timeline}`;
    if (host.role === null)
      return weak(
        what,
        `cannot be asked: ${host.fault}`,
        'start it, or take it out of BORD_DATABASE: as it is, it cannot take over',
      );
    if (system !== null && host.system !== null && host.system !== system)
      return bad(
        what,
        `${host.role}, of another database system`,
        'take it out of BORD_DATABASE: it is not a copy of the others',
      );
    if (host.role === 'primary' && (host.timeline !== timeline || latest.length > 1))
      return bad(
        what,
        `takes writes on ${on}, and so does another on timeline ${timeline}`,
        'stop the old one, and make it a standby (pg_rewind, standby.signal): Bord does not write to it, and others might',
      );
    if (host.role === 'standby' && (host.timeline ?? 0) < timeline)
      return weak(
        what,
        `a standby, ${on}, and the primary is on timeline ${timeline}`,
        'see whether it follows the new primary: primary_conninfo, and its log',
      );
    if (host.role === 'read-only')
      return bad(what, `read-only, ${on}`, 'set default_transaction_read_only = off: all writes fail');
    return good(what, `${host.role === 'primary' ? 'the primary' : 'a standby'}, ${on}`);
  });
}

function lagFinding({ name, state, syncState, lagBytes, lagSeconds }: FollowingStandby): Finding {
  const what = `standby ${name}`;
  if (state === null || lagBytes === null)
    return weak(
      what,
      'follows; how far it is cannot be seen',
      'let the user of BORD_DATABASE see it: GRANT pg_monitor TO that user',
    );
  const isBehind = state !== 'streaming' || lagBytes > LAG_MAX.bytes || (lagSeconds ?? 0) > LAG_MAX.seconds;
  const seconds = lagSeconds === null ? '' : `, ${lagSeconds.toFixed(1)} s`;
  const found = `${state}, ${syncState}, ${bytesText(lagBytes)}${seconds} behind`;
  const finding = isBehind
    ? weak(what, found, 'look at its disk and its network: who promotes it now loses what it lacks')
    : good(what, found);
  return { ...finding, figures: { lagBytes, lagSeconds } };
}

/** The standby states that commits wait for. */
const WAITED_FOR = new Set<string | null>(['sync', 'quorum']);

/** With these settings commits wait for no standby. */
const ALONE = new Set(['off', 'local']);

/** The changes lost if the primary failed now and the most advanced standby was promoted. */
function lossFinding({ replication, settings }: DatabaseState): Finding {
  const what = 'failover now';
  const commit = settings.find(({ name }) => name === 'synchronous_commit')?.value ?? 'on';
  const seen = replication.standbys.filter((one) => one.lagBytes !== null);
  const [best] = seen.toSorted((a, b) => a.lagBytes! - b.lagBytes!);
  if (!best)
    return weak(what, 'no known standby could take over with all acknowledged changes', 'start the standbys');
  if (!ALONE.has(commit) && seen.some(({ syncState }) => WAITED_FOR.has(syncState))) {
    const found = `would lose no acknowledged booking: commits wait for a standby. ${best.name} has the most`;
    return { ...good(what, found), figures: { bytes: 0, seconds: 0 } };
  }
  const [bytes, seconds] = [best.lagBytes!, best.lagBytes === 0 ? 0 : best.lagSeconds];
  const last = seconds === null ? '' : `, about the last ${Math.max(seconds, 0.1).toFixed(1)} s`;
  const found =
    bytes === 0
      ? `would lose no data at this moment, but the latest bookings under load: commits do not wait for ${best.name}`
      : `would lose what ${best.name} has not received: ${bytesText(bytes)} of the log${last}`;
  const advice = 'to lose none, let commits wait for a standby: synchronous_standby_names';
  return { ...weak(what, found, advice), figures: { bytes, seconds } };
}

function settingFindings({ replication: { walLevel, isRewindable } }: DatabaseState): readonly Finding[] {
  return [
    walLevel === 'minimal'
      ? bad('wal_level', walLevel, 'set it to replica on every host: as it is, no standby can follow')
      : good('wal_level', walLevel),
    isRewindable
      ? good('pg_rewind', 'possible')
      : weak(
          'pg_rewind',
          'impossible: wal_log_hints is off, and so are data checksums',
          'set wal_log_hints = on on every host: else an old primary must be copied again before it can follow',
        ),
  ];
}

function slotFindings({ replication: { slots } }: DatabaseState): readonly Finding[] {
  return slots.flatMap(({ name, isActive, walStatus, retainedBytes }): Finding[] => {
    const what = `slot ${name}`;
    if (walStatus === 'lost')
      return [
        bad(
          what,
          'lost: what its standby has yet to receive is gone',
          'copy the standby again (pg_basebackup), and raise max_slot_wal_keep_size',
        ),
      ];
    if (isActive) return [];
    const retained =
      retainedBytes === null ? 'never used' : `${bytesText(retainedBytes)} of the log are kept for it`;
    const advice =
      'start its standby, or drop it (pg_drop_replication_slot): the log that it keeps fills the disk';
    return [{ ...weak(what, `it is unused: ${retained}`, advice), figures: { retainedBytes } }];
  });
}
