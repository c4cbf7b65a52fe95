/**
 * The books of markets on their channels: as the engine pushes them, and by a step of price, read as deep as the groups
 * need whenever the engine says that something has changed. What was told last is kept to be told again.
 */
import type { DepthView } from '@vest/engine'
import { DEPTH_LEVELS_PUSHED, type DepthResponse } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { EdgeView } from '../edgeView.ts'
import { GROUPED_DEPTH_INTERVAL_MS, GROUPED_DEPTH_LEVELS_READ } from '../limits.ts'
import type { Audience } from './audience.ts'
import type { BookChannel, Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import { createMessage } from './frame.ts'
import { groupDepth } from './groupDepth.ts'
import { createLatestByKey } from './latestByKey.ts'

export const isBook = (channel: Channel): channel is BookChannel =>
  channel.kind === 'depth' || channel.kind === 'groupedDepth'

export interface BooksOptions {
  readonly engine: Pick<EngineClient, 'query'>
  readonly view: EdgeView
  readonly audience: Audience
  readonly textOf: (depth: DepthView) => DepthResponse
  /** Every symbol that the market has had. */
  readonly namesOf: (symbol: string) => readonly string[]
  /** A channel has been told to all its listeners. */
  readonly said: (name: string) => void
  readonly onFailure: (error: unknown) => void
}

export interface Books {
  /** As the engine pushes it. */
  changed(depth: DepthView): void
  /** Says again what was said last. */
  repeat(name: string): void
  sendFirst(connection: Connection, name: string, channel: BookChannel): void
  /** Subscribers have changed. */
  watch(): void
  stop(): void
}

export function createBooks(options: BooksOptions): Books {
  const { engine, view, audience, textOf, namesOf, said, onFailure } = options
  /** What was told last, by channel. */
  const told = new Map<string, DepthResponse>()
  /** Markets whose book has a listener by a step. */
  let grouped: ReadonlySet<string> = new Set()

  const symbolNow = (symbol: string): string => view.market(symbol)?.spec.symbol ?? symbol
  const tell = (name: string, data: DepthResponse): void => {
    if (!audience.has(name)) return
    told.set(name, data)
    audience.sendSnapshot(name, () => data)
    said(name)
  }
  const textFor = (channel: BookChannel, depth: DepthView): DepthResponse =>
    textOf(channel.kind === 'depth' ? depth : groupDepth(depth, channel.step, GROUPED_DEPTH_LEVELS_READ))
  const tellGrouped = (symbol: string): void => {
    engine.query('depth', { symbol, limit: GROUPED_DEPTH_LEVELS_READ }).then((depth) => {
      if (depth === undefined) return
      for (const [name, channel] of audience.channels())
        if (channel.kind === 'groupedDepth' && symbolNow(channel.symbol) === symbol)
          tell(name, textFor(channel, depth))
    }, onFailure)
  }
  const groups = createLatestByKey<string>(GROUPED_DEPTH_INTERVAL_MS, (symbols) =>
    symbols.forEach(tellGrouped),
  )

  return {
    changed: (depth: DepthView): void => {
      for (const name of namesOf(depth.symbol).map((symbol) => `${symbol}@depth`))
        if (audience.has(name)) tell(name, textOf(depth))
      if (grouped.has(depth.symbol)) groups.put(depth.symbol, depth.symbol)
    },
    repeat: (name: string): void => {
      const data = told.get(name)
      if (data !== undefined) audience.sendSnapshot(name, () => data)
    },
    sendFirst: (connection: Connection, name: string, channel: BookChannel): void => {
      connection.awaitingSnapshot.add(name)
      const limit = channel.kind === 'depth' ? DEPTH_LEVELS_PUSHED : GROUPED_DEPTH_LEVELS_READ
      engine.query('depth', { symbol: symbolNow(channel.symbol), limit }).then((depth) => {
        if (depth === undefined || !connection.awaitingSnapshot.delete(name)) return
        const data = textFor(channel, depth)
        if (!told.has(name)) told.set(name, data)
        connection.sendSnapshot(name, createMessage({ channel: name, data }))
      }, onFailure)
    },
    watch: (): void => {
      for (const name of told.keys()) if (!audience.has(name)) told.delete(name)
      grouped = new Set(
        [...audience.channels().values()].flatMap((channel) =>
          channel.kind === 'groupedDepth' ? [symbolNow(channel.symbol)] : [],
        ),
      )
    },
    stop: groups.stop,
  }
}
