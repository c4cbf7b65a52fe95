/**
 * The keys of the app: what each does, which key it stands on, and how a press is read. Every key can be moved. What
 * fills a form or opens something works at once; what sends something works only while the keys are armed.
 */

export interface HotkeyRule {
  readonly chord: string
  /** It sends something: only while armed. */
  readonly isArmed?: true
}

export const HOTKEYS = {
  palette: { chord: 'ctrl+k' },
  search: { chord: '/' },
  list: { chord: '?' },
  arm: { chord: 'shift+a' },
  long: { chord: 'b' },
  short: { chord: 's' },
  market: { chord: 'm' },
  limit: { chord: 'l' },
  quarter: { chord: '1' },
  half: { chord: '2' },
  threeQuarters: { chord: '3' },
  whole: { chord: '4' },
  submit: { chord: 'shift+enter', isArmed: true },
  cancelAll: { chord: 'shift+c', isArmed: true },
  close: { chord: 'shift+x', isArmed: true },
} as const satisfies Readonly<Record<string, HotkeyRule>>

export type Hotkey = keyof typeof HOTKEYS
export const HOTKEY_NAMES = Object.keys(HOTKEYS) as readonly Hotkey[]

/** Keys that were moved; whatever is not among them stands where it came. */
export type HotkeyChords = Readonly<Partial<Record<Hotkey, string>>>

export const chordOf = (hotkey: Hotkey, moved: HotkeyChords): string => moved[hotkey] ?? HOTKEYS[hotkey].chord

export const needsArming = (hotkey: Hotkey): boolean => 'isArmed' in HOTKEYS[hotkey]

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const MODIFIERS = [
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
]

/**
 * What was pressed, as one text: `b`, `shift+b`, `ctrl+k` (the command key of a Mac is the same), `?`. A sign says for
 * itself whether it took Shift; letters and named keys do not. Undefined for a modifier alone, and with Alt, which
 * writes characters on many keyboards.
 */
export function chordOfPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (altKey || MODIFIERS.includes(key)) return undefined
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const isSign = name.length === 1 && name === key.toUpperCase()
  return `${ctrlKey || metaKey ? 'ctrl+' : ''}${shiftKey && !isSign ? 'shift+' : ''}${name}`
}

/** Keys of the browser and of forms that stay what they are. */
const KEPT = ['escape', 'tab', 'shift+tab', 'enter', 'space', 'backspace', 'delete']
const isMovement = (chord: string): boolean => /(arrow|page|home|end)/.test(chord)

export type Rebinding =
  | { readonly kind: 'moved'; readonly chords: HotkeyChords }
  /** Another key of ours stands there. */
  | { readonly kind: 'taken'; readonly by: Hotkey }
  /** The browser or a form needs it. */
  | { readonly kind: 'kept' }

/** Moves a key. The palette keeps a modifier, since it opens from within a field too. */
export function rebind(moved: HotkeyChords, hotkey: Hotkey, chord: string): Rebinding {
  if (KEPT.includes(chord) || isMovement(chord)) return { kind: 'kept' }
  if (hotkey === 'palette' && !chord.startsWith('ctrl+')) return { kind: 'kept' }
  const by = HOTKEY_NAMES.find((other) => other !== hotkey && chordOf(other, moved) === chord)
  if (by !== undefined) return { kind: 'taken', by }
  const { [hotkey]: _, ...others } = moved
  return { kind: 'moved', chords: chord === HOTKEYS[hotkey].chord ? others : { ...others, [hotkey]: chord } }
}

/** For people: `Shift B`, `Ctrl K`. */
export const chordText = (chord: string): string =>
  chord
    .split(/\+(?=.)/)
    .map((part) => (part.length === 1 ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1)))
    .join(' ')
