import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createBooks } from './paymentBooks.ts'
import { startPayments } from './startPayments.ts'

describe('payments of devnet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vest-payments-'))
  const path = join(folder, 'payments.json')
  const start = () =>
    startPayments({
      path,
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      nowMs: () => 0,
      pageUrl: (id) => id,
      onTrouble: (what, error) => expect([what, error]).toEqual([]),
    })
  afterEach(() => rmSync(path, { force: true }))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('of an older devnet end the start with what to do, and stay as they are', async () => {
    writeFileSync(path, JSON.stringify({ ...createBooks(), charges: [{ id: 'ch_1', amount: 6_000 }] }))
    await expect(start()).rejects.toThrow(
      `${path} is of an older devnet. Begin anew with npm start -- --reset.`,
    )
  })

  it('begin empty where there are none', async () => {
    const payments = await start()
    expect(payments.books.charges).toEqual([])
    await payments.stop()
  })
})
