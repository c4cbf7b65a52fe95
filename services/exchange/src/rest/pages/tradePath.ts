/** What the address of a trading page names: its market in whatever case, and what the page's shell says of it. */
import { formatDecimal } from '@vest/protocol'
import type { EdgeView } from '../../edgeView.ts'
import type { Shell } from './webPage.ts'

export type TradePath =
  { readonly kind: 'page'; readonly shell: Shell } | { readonly kind: 'moved'; readonly url: string }

const OTHER: TradePath = { kind: 'page', shell: 'none' }

export interface TradePathParts {
  readonly view: Pick<EdgeView, 'market' | 'markets'>
  /** Files of logos that there are. */
  readonly logos: ReadonlySet<string>
}

/** `url`: path and query as they were asked for. */
export function tradePath({ view, logos }: TradePathParts, url: string): TradePath {
  const [path, ...query] = url.split('?') as [string, ...string[]]
  // The app leads these two to the last market, which it alone knows.
  if (path === '/' || path === '/trade' || path === '/trade/') return { kind: 'page', shell: 'bare' }
  const asked = /^\/trade\/([^/]+)\/?$/.exec(path)?.[1]
  if (asked === undefined) return OTHER
  const market = view.market(asked)
  if (market === undefined) {
    const meant = asked.toLowerCase()
    const other = view.markets().find(({ spec }) => spec.symbol.toLowerCase() === meant)
    if (other === undefined) return OTHER
    return { kind: 'moved', url: [`/trade/${other.spec.symbol}`, ...query].join('?') }
  }
  const { spec, ticker } = market
  const { symbol, base, category, displayName, priceDecimals } = spec
  // A former symbol: the app says what it is called now.
  if (symbol !== asked || ticker === undefined) return { kind: 'page', shell: 'bare' }
  return {
    kind: 'page',
    shell: {
      symbol,
      label: symbol.replace(/-USD-PERP$/, '-USD'),
      name: displayName,
      price: grouped(formatDecimal(ticker.mark, priceDecimals)),
      logo: `/logos/${logos.has(`${base}.svg`) ? base : `default-${category}`}.svg`,
    },
  }
}

const grouped = (text: string): string => text.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',')
