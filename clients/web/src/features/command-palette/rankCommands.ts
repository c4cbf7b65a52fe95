/**
 * What fits a typed text, best first: what is called so, then its beginning, then the beginning of a word, then any
 * part, then its letters in their order. Of equals the one that was listed first.
 */
export interface Command {
  readonly id: string
  readonly group: 'markets' | 'pages' | 'actions'
  readonly title: string
  /** What else it is called. */
  readonly others?: readonly string[]
  readonly run: () => void
}

export function rankCommands<One extends Pick<Command, 'title' | 'others'>>(
  commands: readonly One[],
  text: string,
  count: number,
): readonly One[] {
  const query = text.trim().toLowerCase()
  if (query === '') return commands.slice(0, count)
  return commands
    .map((command, index) => ({ command, index, score: scoreOf(command, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, count)
    .map(({ command }) => command)
}

function scoreOf({ title, others = [] }: Pick<Command, 'title' | 'others'>, query: string): number {
  const name = title.toLowerCase()
  const score = Math.max(
    fitOf(name, query),
    ...others.map((other) => fitOf(other.toLowerCase(), query) - 0.5),
  )
  return score > 0 ? score : query.length > 1 && isSpelled(name, query) ? 0.25 : 0
}

/** By the name before what else it is called. */
function fitOf(name: string, query: string): number {
  if (name === query) return 4
  if (name.startsWith(query)) return 3
  if (name.includes(` ${query}`)) return 2
  return name.includes(query) ? 1 : 0
}

function isSpelled(name: string, query: string): boolean {
  let at = -1
  for (const letter of query) {
    at = name.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
