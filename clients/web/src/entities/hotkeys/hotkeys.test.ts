import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chordOf,
  chordOfPress,
  chordText,
  HOTKEY_NAMES,
  needsArming,
  rebind,
  type HotkeyChords,
  type KeyPress,
} from './hotkeys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): string | undefined =>
  chordOfPress({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

describe('hotkeys', () => {
  it('a press is read the same on every keyboard: signs by themselves, letters with their Shift', () => {
    expect([press('b'), press('B', { shiftKey: true }), press('B')]).toEqual(['b', 'shift+b', 'b'])
    expect([press('?', { shiftKey: true }), press('?'), press('/')]).toEqual(['?', '?', '/'])
    expect([press('k', { ctrlKey: true }), press('k', { metaKey: true })]).toEqual(['ctrl+k', 'ctrl+k'])
    expect([press('Enter', { shiftKey: true }), press(' ')]).toEqual(['shift+enter', 'space'])
    expect([press('Shift', { shiftKey: true }), press('b', { altKey: true })]).toEqual([undefined, undefined])
  })

  it('no two keys stand on one chord, however they are moved', () => {
    const chord = fc.constantFrom(
      'b',
      's',
      'shift+b',
      'x',
      '1',
      '9',
      'ctrl+k',
      'ctrl+j',
      'enter',
      'arrowup',
      '?',
    )
    const moves = fc.array(fc.tuple(fc.constantFrom(...HOTKEY_NAMES), chord), { maxLength: 30 })
    fc.assert(
      fc.property(moves, (wanted) => {
        let chords: HotkeyChords = {}
        for (const [hotkey, to] of wanted) {
          const before = chords
          const result = rebind(before, hotkey, to)
          if (result.kind === 'moved') {
            chords = result.chords
            expect(chordOf(hotkey, chords)).toBe(to)
          } else if (result.kind === 'taken') expect(chordOf(result.by, before)).toBe(to)
        }
        const all = HOTKEY_NAMES.map((hotkey) => chordOf(hotkey, chords))
        expect(new Set(all).size).toBe(all.length)
        expect(all.filter((one) => ['enter', 'arrowup'].includes(one))).toEqual([])
      }),
    )
  })

  it('a key that is moved back leaves nothing behind', () => {
    const there = rebind({}, 'long', 'x')
    expect(there).toEqual({ kind: 'moved', chords: { long: 'x' } })
    expect(rebind({ long: 'x' }, 'long', 'b')).toEqual({ kind: 'moved', chords: {} })
    expect(rebind({}, 'palette', 'p')).toEqual({ kind: 'kept' })
  })

  it('what sends something needs arming, and nothing else does', () => {
    expect(HOTKEY_NAMES.filter(needsArming)).toEqual(['submit', 'cancelAll', 'close'])
  })

  it('is written for people', () => {
    expect(['shift+enter', 'ctrl+k', '?', 'b'].map(chordText)).toEqual(['Shift Enter', 'Ctrl K', '?', 'B'])
  })
})
