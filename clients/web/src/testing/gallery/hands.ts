/** What a reader would do in a scene, for states that nothing but hands reach: wait for a thing, press it, type into it. */
import i18next from 'i18next'
import type { TextKey } from '../../shared/i18n/i18n.ts'

const WAIT_MAX_MS = 5_000

/** Resolves with what `find` finds, as soon as it is there. */
async function appears<T>(what: string, find: () => T | undefined | null): Promise<T> {
  const untilMs = performance.now() + WAIT_MAX_MS
  for (;;) {
    const found = find()
    if (found !== undefined && found !== null) return found
    if (performance.now() > untilMs) throw new Error(`The scene never showed ${what}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Painted twice: what was done has been drawn. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

const PRESSED = 'button, a, label, [role="tab"], [role="checkbox"], [role="radio"], [role="menuitem"]'

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''

/** Presses what carries this text, in whatever language is shown. */
export async function press(key: TextKey, words: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const text = i18next.t(key, words)
  await pressFirst(text, (element) => nameOf(element) === text)
}

/** Presses the first thing whose name begins with this text. */
export async function pressNamed(start: string): Promise<void> {
  await pressFirst(start, (element) => nameOf(element).startsWith(start))
}

async function pressFirst(what: string, isMeant: (element: Element) => boolean): Promise<void> {
  const target = await appears(what, () =>
    [...document.querySelectorAll<HTMLElement>(PRESSED)].find((element) => isMeant(element)),
  )
  for (const type of ['pointerdown', 'pointerup'])
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerType: 'mouse' }))
  target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  target.click()
  await drawn()
}

/** Waits for a dialog whose code is loaded when it is first opened. */
export async function opens(): Promise<void> {
  await appears('a dialog', () => document.querySelector('[role="dialog"]'))
  await drawn()
}

/** Types into the field of this name as soon as it takes anything, and leaves it. */
export async function type(name: string, text: string): Promise<void> {
  const field = await appears(`the field ${name}`, () =>
    document.querySelector<HTMLInputElement>(`input[name="${name}"]:not(:disabled)`),
  )
  field.focus()
  await drawn()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await drawn()
  field.blur()
  await drawn()
}

/** Presses the choice that has this value. */
export async function choose(value: string): Promise<void> {
  const choice = await appears(`the choice ${value}`, () =>
    document.querySelector<HTMLElement>(`[role="radio"][value="${value}"]`),
  )
  choice.click()
  await drawn()
}

/** Waits for the thing of this id, which is drawn by then. */
export async function sees(id: string): Promise<HTMLElement> {
  const target = await appears(`#${id}`, () => document.getElementById(id))
  await drawn()
  return target
}

/** Puts the focus on the thing of this id, as soon as it is there. */
export async function focusOn(id: string): Promise<void> {
  const target = await sees(id)
  target.focus()
  await drawn()
}

/** Does something by code, and lets it be drawn. */
export async function does(action: () => void): Promise<void> {
  await drawn()
  action()
  await drawn()
}

/** Does by code what opens a dialog, and waits for it: its code may be on its way. */
export async function opensBy(action: () => void): Promise<void> {
  await does(action)
  await opens()
}
