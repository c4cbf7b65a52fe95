import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceNotice } from './serviceNotice.ts'
import { openStatusRecord, type StatusRecord } from './statusRecord.ts'

describe('the record of the service', () => {
  let dir: string
  let now: number
  let said: ServiceNotice
  const records: StatusRecord[] = []
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-status-'))
    now = Date.UTC(2026, 0, 1, 12)
    said = { status: 'UP', message: null }
  })
  afterEach(() => {
    for (const record of records.splice(0)) record.stop()
    rmSync(dir, { recursive: true })
  })
  const open = (): StatusRecord => {
    const record = openStatusRecord({
      dir,
      nowMs: () => now,
      serviceStatus: () => said,
      measure: async () => ({ engineMs: 2, historyMs: 7 }),
      onTrouble: (error) => {
        throw error
      },
    })
    records.push(record)
    return record
  }
  const page = (): string => readFileSync(join(dir, 'index.html'), 'utf8')

  it('has what was measured and what was said, from when to when', async () => {
    const record = open()
    await record.look()
    said = { status: 'UNDERMAINTENANCE', message: 'Back <soon>' }
    await record.look()
    expect(record.history()).toMatchObject({
      samples: [{ engineMs: 2, historyMs: 7 }, {}],
      incidents: [{ startTime: now, endTime: null, status: 'UNDERMAINTENANCE', message: 'Back <soon>' }],
    })
    expect(page()).toContain('Maintenance, Back &lt;soon&gt;')
    now += 90_000
    said = { status: 'UP', message: null }
    expect(record.history().incidents).toMatchObject([{ endTime: now }])
  })

  it('the next start notes for how long nothing ran; a short restart is none', async () => {
    await open().look()
    now += 60_000
    expect(open().history().incidents).toEqual([])
    const fromMs = now
    records.at(-1)!.stop()
    expect(page()).toContain('The exchange was stopped')
    now += 600_000
    expect(open().history().incidents).toEqual([
      { startTime: fromMs, endTime: now, status: 'DOWN', message: null },
    ])
  })
})
