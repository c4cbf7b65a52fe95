/**
 * What an operator watches, in the exposition format of Prometheus. Counters are told by who does the work; gauges
 * ask when they are read. No label takes its values from strangers: routes are those of the table, codes those of
 * the error table.
 */
import { statfs } from 'node:fs/promises'
import type { CapitalReviewView, CapitalTreasuryView, EventEnvelope, LedgerView } from '@vest/engine'
import type { ValidatorHealth } from '@vest/evm'
import { type GroupFigures, INBOX_USER_COMMANDS_MAX } from '@vest/runtime'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestLane } from '../rest/requestLanes.ts'
import { type AnsweredRequest, createRequestTallies } from './requestTallies.ts'
import type { SignatureVerifier } from '../verify/signatureJob.ts'

export interface MetricSources {
  readonly isServing: () => boolean
  readonly nowMs: () => number
  /** The books as a whole; asked for when metrics are read. */
  readonly ledger: () => Promise<LedgerView>
  /** What of Vest Capital waits, and its treasury; asked for when metrics are read. */
  readonly capital: () => Promise<CapitalFigures>
  /** Where the journal lies: how much room its disk has left is told. */
  readonly dataDir: string
}

export interface CapitalFigures {
  readonly treasury: CapitalTreasuryView
  readonly reviews: readonly CapitalReviewView[]
}

export interface Metrics {
  /** One answered request; `code` is what a refusal carries. */
  request(answered: AnsweredRequest, code?: number): void
  /** One request refused because its lane was full. */
  shed(lane: RequestLane): void
  onEvents(envelopes: readonly EventEnvelope[]): void
  onGroup(figures: GroupFigures): void
  /** Whom to ask how many sockets are open, and how many were closed because they read too slowly. */
  countSockets(sockets: { connectionCount(): number; evictedCount(): number }): void
  /** Found less expected in the vault of a chain, at its newest final block. */
  reserves(chainId: number, differenceUsd6: bigint): void
  /** Whom to ask whether withdrawals wait because a vault holds less than it should. */
  countReleases(releases: { areStopped(): boolean }): void
  /** Whom to ask how the validators are. */
  countValidators(health: () => readonly ValidatorHealth[]): void
  /** Whom to ask how signatures were judged. */
  countSignatures(verifier: Pick<SignatureVerifier, 'work' | 'oneByOne'>): void
  /** When the engine last told a durable command: epoch ms; absent before the first. */
  readonly lastCommandMs: number | undefined
  readonly contentType: string
  text(): Promise<string>
}

/** A twentieth of a millisecond to a second. */
const GROUP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1]

const RESERVE_LEVELS = ['OK', 'LOW', 'SHORT'] as const

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestTallies()
  const refusals = new Counter({
    name: 'vest_refusals_total',
    help: 'Refused requests by code of the error table.',
    labelNames: ['code'],
    registers,
  })
  const shed = new Counter({
    name: 'vest_shed_total',
    help: 'Requests refused with 1003 because too many of their lane were under way.',
    labelNames: ['lane'],
    registers,
  })
  const commands = new Counter({
    name: 'vest_core_commands_total',
    help: 'Commands that are durable and applied, since this process began.',
    registers,
  })
  const trades = new Counter({
    name: 'vest_core_trades_total',
    help: 'Trades, since this process began.',
    registers,
  })
  const seq = new Gauge({
    name: 'vest_core_seq',
    help: 'Sequence number of the last command that is durable and applied.',
    registers,
  })
  const syncs = new Histogram({
    name: 'vest_journal_sync_seconds',
    help: 'Until a group of commands was written and synced.',
    buckets: GROUP_SECONDS,
    registers,
  })
  const applied = new Histogram({
    name: 'vest_core_apply_seconds',
    help: 'Until a durable group of commands was applied.',
    buckets: GROUP_SECONDS,
    registers,
  })
  const groupCommands = new Histogram({
    name: 'vest_journal_group_commands',
    help: 'Commands that were written and synced together.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 512],
    registers,
  })
  let lastGroup: GroupFigures | undefined
  let lastCommandMs: number | undefined
  const gauge = (name: string, help: string, value: () => number): void =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge(
    'vest_core_quiet_seconds',
    'Since the engine last told a durable command; it ticks every second.',
    () => (lastCommandMs === undefined ? 0 : Math.max(0, sources.nowMs() - lastCommandMs) / 1_000),
  )
  gauge(
    'vest_core_inbox_waiting',
    'Commands that waited when the last group was done.',
    () => lastGroup?.waiting ?? 0,
  )
  gauge(
    'vest_core_inbox_limit',
    'Commands of users that may wait or be under way; beyond it they are refused with 1003.',
    () => INBOX_USER_COMMANDS_MAX,
  )
  gauge('vest_journal_low', '1 while the journal has no space for another segment.', () =>
    lastGroup?.isJournalLow === true ? 1 : 0,
  )
  const freeBytes = new Gauge({
    name: 'vest_journal_free_bytes',
    help: 'Room that is left on the disk of the journal.',
    registers,
  })
  const difference = new Gauge({
    name: 'vest_ledger_difference_usd6',
    help: 'Micro-dollars owned beyond what is there. Anything but 0 is money made or lost.',
    labelNames: ['domain'],
    registers,
  })
  const money = new Gauge({
    name: 'vest_ledger_money_usd6',
    help: 'Micro-dollars of the accounts of the system; VAULT is what all the others hold in the real domain.',
    labelNames: ['account'],
    registers,
  })
  const capitalMoney = new Gauge({
    name: 'vest_capital_treasury_usd6',
    help: 'Micro-dollars that the treasury of Vest Capital holds, may owe to funded accounts, and has promised to payouts that wait.',
    labelNames: ['what'],
    registers,
  })
  const capitalReserve = new Gauge({
    name: 'vest_capital_reserve',
    help: '0 while the treasury of Vest Capital is enough, 1 below 120 % (no claim is opened), 2 while it is short (payouts wait).',
    registers,
  })
  const capitalWaiting = new Gauge({
    name: 'vest_capital_waiting',
    help: 'Claims and payouts that wait, by what they wait for.',
    labelNames: ['state'],
    registers,
  })
  const reserves = new Gauge({
    name: 'vest_reserves_difference_usd6',
    help: 'Micro-dollars in the vault beyond what its logs say, at the newest final block. Less than 0 stops withdrawals.',
    labelNames: ['chain'],
    registers,
  })
  let validators: (() => readonly ValidatorHealth[]) | undefined
  const ofValidators = (
    name: string,
    help: string,
    value: (one: ValidatorHealth) => number | undefined,
  ): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['validator'],
      registers,
      collect() {
        for (const one of validators?.() ?? []) {
          const told = value(one)
          if (told !== undefined) this.set({ validator: one.address }, told)
        }
      },
    })
  ofValidators(
    'vest_validator_up',
    '1 where the validator answered when it was asked last. Too few, and withdrawals wait as NEW.',
    ({ isUp }) => (isUp ? 1 : 0),
  )
  ofValidators(
    'vest_validator_refusals',
    'Requests to sign that the validator refused, since this process began. Each is asked again.',
    ({ refusals }) => refusals,
  )
  ofValidators(
    'vest_validator_failures',
    'Calls that the validator did not answer, since this process began.',
    ({ failures }) => failures,
  )
  ofValidators(
    'vest_validator_seq',
    'The last command in the copy of the journal of the validator; compare with vest_core_seq.',
    ({ seq: copied }) => copied,
  )
  let releases: Parameters<Metrics['countReleases']>[0] | undefined
  gauge(
    'vest_releases_stopped',
    '1 while no withdrawal is released because a vault holds less than it should.',
    () => (releases?.areStopped() === true ? 1 : 0),
  )
  const emitCapital = ({ treasury, reviews }: CapitalFigures): void => {
    capitalMoney.set({ what: 'held' }, treasury.balanceUsd6)
    capitalMoney.set({ what: 'owed' }, treasury.owedUsd6)
    capitalMoney.set({ what: 'promised' }, treasury.waitingUsd6)
    capitalReserve.set(RESERVE_LEVELS.indexOf(treasury.state))
    for (const state of ['WAITING', 'HELD', 'RELEASED'] as const)
      capitalWaiting.set({ state }, reviews.filter((review) => review.state === state).length)
  }
  /** What cannot be asked any more is left out: the rest must be readable when the engine or the disk is not. */
  const ask = async (): Promise<void> => {
    for (const gauge of [freeBytes, difference, money]) gauge.reset()
    const [disk, ledger, capital] = await Promise.allSettled([
      statfs(sources.dataDir),
      sources.ledger(),
      sources.capital(),
    ])
    if (capital.status === 'fulfilled') emitCapital(capital.value)
    if (disk.status === 'fulfilled') freeBytes.set(disk.value.bavail * disk.value.bsize)
    else freeBytes.remove()
    if (ledger.status === 'rejected') return
    const { differencesUsd6, moneyUsd6 } = ledger.value
    for (const domain of ['real', 'sim'] as const) difference.set({ domain }, Number(differencesUsd6[domain]))
    for (const [account, amount] of Object.entries(moneyUsd6)) money.set({ account }, amount)
  }
  let sockets: Parameters<Metrics['countSockets']>[0] | undefined
  gauge('vest_sockets', 'Open sockets.', () => sockets?.connectionCount() ?? 0)
  gauge(
    'vest_sockets_evicted',
    'Sockets closed because they read too slowly.',
    () => sockets?.evictedCount() ?? 0,
  )
  let verifier: Parameters<Metrics['countSignatures']>[0] | undefined
  gauge(
    'vest_signatures_in_batches',
    '1 where signatures that wait together are checked as one, 0 where not.',
    () => (verifier === undefined || verifier.oneByOne !== undefined ? 0 : 1),
  )
  gauge(
    'vest_signatures_together',
    'Signatures proven as part of a batch.',
    () => verifier?.work.together ?? 0,
  )
  gauge('vest_signatures_alone', 'Signatures recovered one by one.', () => verifier?.work.alone ?? 0)
  gauge(
    'vest_signatures_failed_batches',
    'Batches that were not genuine as one, so that each of their signatures was recovered alone.',
    () => verifier?.work.failedBatches ?? 0,
  )
  gauge('vest_serving', '1 while the exchange serves, else 0.', () => (sources.isServing() ? 1 : 0))

  return {
    request(answered, code) {
      requests.note(answered)
      if (code !== undefined) refusals.inc({ code })
    },
    shed: (lane) => shed.inc({ lane }),
    onEvents(envelopes) {
      const last = envelopes.at(-1)
      if (last === undefined) return
      commands.inc(envelopes.length)
      let traded = 0
      for (const { events } of envelopes)
        for (const { kind } of events) if (kind === 'TradeExecuted') traded += 1
      if (traded > 0) trades.inc(traded)
      seq.set(last.seq)
      lastCommandMs = sources.nowMs()
    },
    onGroup(figures) {
      lastGroup = figures
      syncs.observe(figures.syncMs / 1_000)
      applied.observe(figures.applyMs / 1_000)
      groupCommands.observe(figures.commands)
    },
    reserves: (chainId, differenceUsd6) => reserves.set({ chain: String(chainId) }, Number(differenceUsd6)),
    countReleases: (counted) => void (releases = counted),
    countValidators: (health) => void (validators = health),
    countSockets: (counted) => void (sockets = counted),
    countSignatures: (counted) => void (verifier = counted),
    get lastCommandMs() {
      return lastCommandMs
    },
    contentType: registry.contentType,
    async text() {
      await ask()
      return `${await registry.metrics()}
${requests.text()}`
    },
  }
}
