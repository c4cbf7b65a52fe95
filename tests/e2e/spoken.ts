/**
 * A page as a screen reader hears it: Chromium's own accessibility tree, read from a place on in the order of its reading.
 * A line is the role, the name, and what is said beside it.
 */
import type { CDPSession, Page } from '@playwright/test'

interface AxValue {
  readonly value?: unknown
}
interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: AxValue
  readonly name?: AxValue
  readonly description?: AxValue
  readonly value?: AxValue
  readonly childIds?: readonly string[]
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[]
}

/** Said of a thing where it holds. */
const SAID = ['focused', 'invalid', 'checked', 'expanded', 'disabled', 'modal', 'live', 'busy']
/** Layers that only carry others. */
const SILENT = new Set([
  ...['generic', 'none', 'paragraph', 'strong', 'form', 'LabelText', 'listitem'],
  ...['InlineTextBox', 'LineBreak', 'ListMarker'],
])
/** What is read whole under its own name: its texts are not read again. */
const WHOLE = new Set(['button', 'link', 'textbox', 'checkbox', 'heading', 'StaticText', 'image'])

export interface Reader {
  /** Lines of the first thing of this role and name, itself first; none where it is not heard. */
  read(role: string, name: string): Promise<readonly string[]>
}

export async function createReader(page: Page): Promise<Reader> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  return {
    async read(role, name) {
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
      const byId = new Map(nodes.map((node) => [node.nodeId, node]))
      const first = nodes.find(
        (node) => !node.ignored && node.role?.value === role && node.name?.value === name,
      )
      return first === undefined ? [] : linesOf(first, byId)
    },
  }
}

function linesOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): readonly string[] {
  const role = String(node.role?.value ?? '')
  const isHeard = !node.ignored && !SILENT.has(role) && !isBlank(node, role)
  const isWhole = isHeard && WHOLE.has(role)
  const under = (isWhole ? [] : (node.childIds ?? []))
    .map((id) => byId.get(id))
    .filter((child) => child !== undefined)
    .flatMap((child) => linesOf(child, byId))
  return isHeard ? [lineOf(node, role), ...under] : under
}

function lineOf({ name, description, value, properties = [] }: AxNode, role: string): string {
  const states = properties
    .filter(({ name: state, value: held }) => SAID.includes(state) && isSaid(held.value))
    .map(({ name: state, value: held }) => (held.value === true ? state : `${state} ${String(held.value)}`))
  return [
    role,
    JSON.stringify(String(name?.value ?? '').trim()),
    ...(description?.value ? [`(${String(description.value)})`] : []),
    ...(value?.value ? [`= ${String(value.value)}`] : []),
    ...states,
  ].join(' ')
}

const isBlank = ({ name }: AxNode, role: string): boolean =>
  role === 'StaticText' && String(name?.value ?? '').trim() === ''

const isSaid = (value: unknown): boolean => value !== false && value !== 'false' && value !== 'off'
