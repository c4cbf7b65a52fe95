/**
 * Which base assets have a logo of their own, and where the build takes it from: a token, network or exchange of
 * web3icons, a brand of simple-icons (its glyph on a disc of its colour; `early` from the edition that still had
 * brands since withdrawn), a drawing of gilbarbara's logos, or a flag of circle-flags. No two share one: lists of all markets
 * and the watch list show an index beside the currency of its country, which has the flag. A base that is
 * not listed has the default token image in the colour of its category, and its letters. Read by the browser for the
 * address and by the build for the files.
 */
import type { MarketCategory } from '@vest/protocol'

export type LogoKind = 'token' | 'network' | 'exchange' | 'brand' | 'early' | 'drawing' | 'flag'
export type LogoSource = `${LogoKind}:${string}`

const tokens = [
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'BNB',
  'DOGE',
  'ADA',
  'AVAX',
  'LINK',
  'SUI',
  'LTC',
  'BCH',
  'TRX',
  'DOT',
  'NEAR',
  'OP',
  'AAVE',
  'UNI',
  'JUP',
  'PAXG',
]

const brands = {
  AAPL: 'apple',
  NVDA: 'nvidia',
  GOOGL: 'google',
  META: 'meta',
  TSLA: 'tesla',
  AVGO: 'broadcom',
  AMD: 'amd',
  NFLX: 'netflix',
  JPM: 'chase',
  V: 'visa',
  MA: 'mastercard',
  BA: 'boeing',
  INTC: 'intel',
  QCOM: 'qualcomm',
  BABA: 'alibabadotcom',
  UBER: 'uber',
  PLTR: 'palantir',
  COIN: 'coinbase',
  HOOD: 'robinhood',
  SMCI: 'supermicro',
  ARM: 'arm',
  SNOW: 'snowflake',
  SHOP: 'shopify',
  XYZ: 'square',
  PYPL: 'paypal',
  RDDT: 'reddit',
  MSTR: 'microstrategy',
  CRCL: 'circle',
  FIG: 'figma',
  KLAR: 'klarna',
  STUB: 'stubhub',
} as const

/** What no edition of the brands has now. */
const others = {
  MSFT: 'early:microsoft',
  AMZN: 'early:amazon',
  ORCL: 'early:oracle',
  WMT: 'early:walmart',
  CRM: 'early:salesforce',
  ADBE: 'early:adobe',
  MU: 'drawing:micron-icon',
  TSM: 'drawing:tsmc',
  ARB: 'network:arbitrum-one',
  TON: 'network:ton',
  BERA: 'network:berachain',
  WLD: 'network:world',
  ZK: 'network:zksync',
  HYPE: 'network:hyper-evm',
  GEMI: 'exchange:gemini',
  kPEPE: 'token:PEPE',
} as const

/** A currency has the flag of its country, an index that of its exchange where no currency and no other index has it. */
const flags = {
  DAX: 'de',
  HSI: 'hk',
  EUR: 'european_union',
  GBP: 'gb',
  AUD: 'au',
  NZD: 'nz',
  CAD: 'ca',
  CHF: 'ch',
  JPY: 'jp',
  CNH: 'cn',
  MXN: 'mx',
  SGD: 'sg',
} as const

export const LOGO_SOURCES: ReadonlyMap<string, LogoSource> = new Map<string, LogoSource>([
  ...tokens.map((base): [string, LogoSource] => [base, `token:${base}`]),
  ...Object.entries(others),
  ...Object.entries(brands).map(([base, slug]): [string, LogoSource] => [base, `brand:${slug}`]),
  ...Object.entries(flags).map(([base, code]): [string, LogoSource] => [base, `flag:${code}`]),
])

/** The disc of each category under the letters of those without a logo: apart from one another, and from gain and loss. */
export const DISC_COLOURS: Readonly<Record<MarketCategory, string>> = {
  stock: '#566070',
  etf: '#3a6a80',
  index: '#67578c',
  forex: '#7b6534',
  crypto: '#8a5a3e',
  dat: '#7c4b6c',
  ipo: '#4a5f9c',
}

export interface Logo {
  readonly url: string
  /** Written over the default image; undefined where the logo speaks for itself. */
  readonly letters: string | undefined
}

const LETTERS = 3

/** undefined where it has none of its own. */
export const ownLogoUrl = (base: string): string | undefined =>
  LOGO_SOURCES.has(base) ? `/logos/${base}.svg` : undefined

export function logoOf(base: string, category: MarketCategory): Logo {
  const url = ownLogoUrl(base)
  return url === undefined
    ? { url: `/logos/default-${category}.svg`, letters: lettersOf(base) }
    : { url, letters: undefined }
}

/** Of a thousand of something: of that. */
const lettersOf = (base: string): string => base.replace(/^k(?=[A-Z])/, '').slice(0, LETTERS)
