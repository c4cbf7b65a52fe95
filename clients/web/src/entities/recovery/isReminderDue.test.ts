import { expect, it } from 'vitest'
import { isReminderDue, type Dependent } from './isReminderDue.ts'

const DUE: Dependent = { methods: [], equity: 1_000_000_001, isCapital: false }

it('a way back is asked for above 1,000 USDC', () => {
  expect(isReminderDue(DUE)).toBe(true)
})

it.each<[string, Partial<Dependent>]>([
  ['1,000 USDC', { equity: 1_000_000_000 }],
  ['a figure that is not known yet', { equity: undefined }],
  ['a way back that was saved', { methods: ['file'] }],
  ['ways that the frame has not told yet, or a wallet of their own', { methods: undefined }],
  ['the account of a plan', { isCapital: true }],
])('no account is asked with %s', (_what, change) => {
  expect(isReminderDue({ ...DUE, ...change })).toBe(false)
})
