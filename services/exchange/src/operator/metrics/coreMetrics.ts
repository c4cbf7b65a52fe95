/** The engine at work: what is durable and applied, what a group of commands cost, and what waits. */
import type { EventEnvelope } from '@vest/engine'
import { type GroupFigures, INBOX_USER_COMMANDS_MAX } from '@vest/runtime'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { askedGauge } from './askedGauge.ts'

/** A twentieth of a millisecond to a second. */
const GROUP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1]

export interface CoreMetrics {
  onEvents(envelopes: readonly EventEnvelope[]): void
  onGroup(figures: GroupFigures): void
  /** When the engine last told a durable command: epoch ms; absent before the first. */
  readonly lastCommandMs: number | undefined
}

export function createCoreMetrics(registry: Registry, nowMs: () => number): CoreMetrics {
  const registers = [registry]
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
  askedGauge(
    registry,
    'vest_core_quiet_seconds',
    'Since the engine last told a durable command; it ticks every second.',
    () => (lastCommandMs === undefined ? 0 : Math.max(0, nowMs() - lastCommandMs) / 1_000),
  )
  askedGauge(
    registry,
    'vest_core_inbox_waiting',
    'Commands that waited when the last group was done.',
    () => lastGroup?.waiting ?? 0,
  )
  askedGauge(
    registry,
    'vest_core_inbox_limit',
    'Commands of users that may wait or be under way; beyond it they are refused with 1003.',
    () => INBOX_USER_COMMANDS_MAX,
  )
  askedGauge(registry, 'vest_journal_low', '1 while the journal has no space for another segment.', () =>
    lastGroup?.isJournalLow === true ? 1 : 0,
  )

  return {
    onEvents(envelopes) {
      const last = envelopes.at(-1)
      if (last === undefined) return
      commands.inc(envelopes.length)
      let traded = 0
      for (const { events } of envelopes)
        for (const { kind } of events) if (kind === 'TradeExecuted') traded += 1
      if (traded > 0) trades.inc(traded)
      seq.set(last.seq)
      lastCommandMs = nowMs()
    },
    onGroup(figures) {
      lastGroup = figures
      syncs.observe(figures.syncMs / 1_000)
      applied.observe(figures.applyMs / 1_000)
      groupCommands.observe(figures.commands)
    },
    get lastCommandMs() {
      return lastCommandMs
    },
  }
}
