/**
 * The past of the service. Every minute the exchange measures how long the engine and the read models take to answer, and notes
 * from when to when it was announced or seen to be less than up. The next start notes the time in which nothing was written as
 * one in which nothing ran. The data folder holds the record, and a page of it for the time in which the exchange cannot answer.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatusHistoryResponse } from '@vest/protocol'
import type { ServiceNotice } from './serviceNotice.ts'
import { statusPage } from './statusPage.ts'

export interface StatusRecordOptions {
  readonly dir: string
  readonly nowMs: () => number
  readonly serviceStatus: () => ServiceNotice
  /** Milliseconds until each has answered. */
  readonly measure: () => Promise<{ readonly engineMs: number; readonly historyMs: number }>
  readonly onTrouble: (error: unknown) => void
}

export interface StatusRecord {
  history(): StatusHistoryResponse
  /** Measures and writes, as it does by itself. */
  look(): Promise<void>
  /** Notes that the service ends in order. */
  stop(): void
}

type Kept = Pick<StatusHistoryResponse, 'incidents' | 'samples'> & { readonly lookMs: number }

const LOOK_EVERY_MS = 60_000
/** Two looks that did not come: something kept them. */
const GAP_MS = 3 * LOOK_EVERY_MS
/** A day of minutes; incidents of a far longer time. */
const SAMPLES_KEPT = 1_440
const INCIDENTS_KEPT = 100

export function openStatusRecord(options: StatusRecordOptions): StatusRecord {
  const { dir, nowMs, serviceStatus, onTrouble } = options
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'record.json')
  const startMs = nowMs()
  const before = readKept(path)
  let { incidents, samples } = before
  if (before.lookMs > 0 && startMs - before.lookMs > GAP_MS)
    incidents = [
      ...closed(incidents, before.lookMs),
      { startTime: before.lookMs, endTime: startMs, status: 'DOWN', message: null },
    ]

  function note(): void {
    const { status, message } = serviceStatus()
    const now = nowMs()
    const last = incidents.at(-1)
    const isOpen = last?.endTime === null
    if (isOpen && last.status === status && last.message === message) return
    incidents = closed(incidents, now)
    if (status !== 'UP') incidents = [...incidents, { startTime: now, endTime: null, status, message }]
    incidents = incidents.slice(-INCIDENTS_KEPT)
  }
  function write(isEnding: boolean): void {
    const now = nowMs()
    replace(path, JSON.stringify({ lookMs: now, incidents, samples } satisfies Kept))
    replace(
      join(dir, 'index.html'),
      statusPage({ time: now, startTime: startMs, incidents, samples }, isEnding),
    )
  }
  async function look(): Promise<void> {
    note()
    const { engineMs, historyMs } = await options.measure()
    samples = [...samples, { time: nowMs(), engineMs, historyMs }].slice(-SAMPLES_KEPT)
    write(false)
  }
  const timer = setInterval(() => void look().catch(onTrouble), LOOK_EVERY_MS)
  timer.unref()

  return {
    history() {
      note()
      return {
        time: nowMs(),
        startTime: startMs,
        incidents: incidents.toReversed(),
        samples: [...samples],
      }
    },
    look,
    stop() {
      clearInterval(timer)
      try {
        write(true)
      } catch (error) {
        onTrouble(error)
      }
    },
  }
}

const closed = (incidents: Kept['incidents'], nowMs: number): Kept['incidents'] =>
  incidents.map((incident) => (incident.endTime === null ? { ...incident, endTime: nowMs } : incident))

/** A record that cannot be read is one of nothing: it is made anew. */
function readKept(path: string): Kept {
  const nothing: Kept = { lookMs: 0, incidents: [], samples: [] }
  if (!existsSync(path)) return nothing
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept>
    return Array.isArray(kept.incidents) && Array.isArray(kept.samples) && Number.isSafeInteger(kept.lookMs)
      ? (kept as Kept)
      : nothing
  } catch {
    return nothing
  }
}

/** Not flushed, unlike `replaceFile`: the process does not stall each minute for what a power cut may take. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.next`, text, { mode: 0o600 })
  renameSync(`${path}.next`, path)
}
