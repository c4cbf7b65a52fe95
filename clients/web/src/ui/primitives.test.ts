import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { compareSortValues } from './table/compareSortValues.ts'
import { cx } from './cx.ts'
import { layOutLabels, type TapeLabel } from './tapeLayout.ts'
import { dismissToast, orderToastKey, showToast, TOAST_DURATION_MS, useToasts } from './toasts.ts'

describe('labels of a tape', () => {
  const label = (at: number, text: string, urgency = 9): TapeLabel => ({ at, text, urgency })

  it('stand at their mark where there is room', () => {
    expect(layOutLabels([label(100, 'Entry')], 300)).toEqual([{ text: 'Entry', x: 100, anchor: 'middle' }])
  })

  it('stay on the ruler at its ends', () => {
    expect(layOutLabels([label(0, 'Liq. 268.92'), label(300, 'TP 328.00')], 300)).toEqual([
      { text: 'Liq. 268.92', x: 0, anchor: 'start' },
      { text: 'TP 328.00', x: 300, anchor: 'end' },
    ])
  })

  it('drop the least urgent when there is no room for all', () => {
    const labels = [label(10, 'Liq. 268.92', 1), label(40, 'Entry 304.15', 3), label(70, 'TP 328.00', 4)]
    expect(layOutLabels(labels, 160).map((one) => one.text)).toEqual(['Liq. 268.92', 'Entry 304.15'])
  })

  it('never come closer than 12 px and never leave the ruler', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 400 }),
            text: fc.string({ minLength: 1, maxLength: 12 }),
            urgency: fc.nat(5),
          }),
          { maxLength: 6 },
        ),
        fc.integer({ min: 80, max: 400 }),
        (labels, width) => {
          const spans = layOutLabels(
            labels.map((one) => ({ ...one, at: Math.min(one.at, width) })),
            width,
          ).map(({ text, x, anchor }) => {
            const size = text.length * 6.1
            const left = anchor === 'start' ? x : anchor === 'end' ? x - size : x - size / 2
            return { left, right: left + size }
          })
          for (const [index, span] of spans.entries()) {
            expect(span.left).toBeGreaterThanOrEqual(-0.01)
            expect(span.right).toBeLessThanOrEqual(width + 0.51)
            if (index > 0) expect(span.left - spans[index - 1]!.right).toBeGreaterThanOrEqual(12 - 0.6)
          }
        },
      ),
    )
  })

  it('are not drawn before the width is known', () => expect(layOutLabels([label(1, 'x')], 0)).toEqual([]))
})

describe('sorting', () => {
  it('compares numbers by value, bigints with numbers, and text by locale with its numbers', () => {
    expect([5, 10, 9].sort(compareSortValues)).toEqual([5, 9, 10])
    expect(compareSortValues(10n, 9)).toBe(1)
    expect(['M10', 'M9', 'a'].sort(compareSortValues)).toEqual(['a', 'M9', 'M10'])
    expect([
      compareSortValues(undefined, 1),
      compareSortValues(1, undefined),
      compareSortValues(undefined, undefined),
    ]).toEqual([-1, 1, 0])
  })
})

describe('toasts', () => {
  beforeEach(() => useToasts.getState().clear())

  it('stand newest first; a pending one changes in place into its result', () => {
    const key = showToast({ tone: 'pending', title: 'Changing leverage...' })
    showToast({ tone: 'info', title: 'other' })
    showToast({ key, tone: 'ok', title: 'done' })
    expect(useToasts.getState().toasts.map((toast) => [toast.tone, toast.title])).toEqual([
      ['info', 'other'],
      ['ok', 'done'],
    ])
    dismissToast(key)
    expect(useToasts.getState().toasts).toHaveLength(1)
  })

  it('[8.57] of one order there is one: sent, resting, filled, cancelled in the same place, and never twice', () => {
    const shown = () => useToasts.getState().toasts.map(({ key, title }) => `${key} ${title}`)
    const sending = showToast({ tone: 'pending', title: 'Sending' })
    showToast({ key: 'other', tone: 'info', title: 'other' })
    const key = orderToastKey('0xAB')
    expect(showToast({ key, replaces: sending, tone: 'ok', title: 'Order placed' })).toBe('order-0xab')
    expect(shown()).toEqual(['other other', 'order-0xab Order placed'])
    // A fill that was told before the answer came: the two become one.
    showToast({ key, tone: 'ok', title: 'Filled' })
    const late = showToast({ tone: 'pending', title: 'Sending' })
    showToast({ key, replaces: late, tone: 'ok', title: 'Filled' })
    expect(shown()).toEqual(['order-0xab Filled', 'other other'])
    for (const title of ['Cancelling', 'Cancelled']) showToast({ key, tone: 'ok', title })
    expect(shown()).toEqual(['order-0xab Cancelled', 'other other'])
  })

  it('all go by themselves, an error after 12 s, but what is pending', () => {
    expect(TOAST_DURATION_MS).toMatchObject({ ok: 5_000, info: 6_000, pending: undefined, err: 12_000 })
    showToast({ tone: 'pending', title: 'x', durationMs: 8_000 })
    expect(useToasts.getState().toasts[0]?.durationMs).toBe(8_000)
  })
})

it('the newest toast that waits for nothing is the one that is closed', () => {
  useToasts.getState().clear()
  showToast({ tone: 'err', title: 'refused' })
  showToast({ tone: 'pending', title: 'sending' })
  for (const left of [['sending'], ['sending']]) {
    useToasts.getState().dismissNewest()
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(left)
  }
})

it('joins class names and leaves out what is false', () => expect(cx('a', false, undefined, 'b')).toBe('a b'))
