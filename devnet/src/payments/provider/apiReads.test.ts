import { describe, expect, it } from 'vitest'
import { createBooks } from '../paymentBooks.ts'
import { ApiRefusal } from './apiAnswer.ts'
import { createApiReads } from './apiReads.ts'

describe('a call that reads', () => {
  const read = createApiReads(createBooks())

  it.each(['unknown', 'constructor', 'toString', '__proto__', 'checkout', ''])(
    'is refused where there is nothing under its path: %j',
    (kind) => {
      expect(() => read([kind], {})).toThrow(ApiRefusal)
      expect(() => read([kind], {})).toThrow(`No such path: '${kind}'`)
    },
  )

  it('has a list in pages, and the place where the next one begins', () => {
    const page = (fields: Record<string, string>) =>
      read(['products'], fields) as { data: { id: string }[]; has_more: boolean }
    const first = page({ limit: '2' })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([['prod_silver', 'prod_gold'], true])
    const second = page({ limit: '2', starting_after: 'prod_gold' })
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([['prod_platinum'], false])
  })
})
