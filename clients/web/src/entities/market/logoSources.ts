/**
 * Which base assets have a logo of their own, and where the build takes it from: a token of web3icons, a brand
 * of simple-icons (its glyph on a disc of its colour), or a flag of circle-flags. A base that is not listed has
 * the default token image. Read by the browser for the address and by the build for the files.
 */
export type LogoSource = `token:${string}` | `brand:${string}` | `flag:${string}`

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
  'ARB',
  'OP',
  'AAVE',
  'UNI',
  'JUP',
  'PAXG',
  'TAO',
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

const flags = {
  SPY: 'us',
  QQQ: 'us',
  IWM: 'us',
  DIA: 'us',
  TLT: 'us',
  FXI: 'cn',
  SPX: 'us',
  NDX: 'us',
  DJI: 'us',
  RUT: 'us',
  VIX: 'us',
  NKY: 'jp',
  DAX: 'de',
  FTSE: 'gb',
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
  ['kPEPE', 'token:PEPE'],
  ...Object.entries(brands).map(([base, slug]): [string, LogoSource] => [base, `brand:${slug}`]),
  ...Object.entries(flags).map(([base, code]): [string, LogoSource] => [base, `flag:${code}`]),
])

/** Where the default token image stands. */
export const DEFAULT_LOGO_URL = '/logos/default.svg'

export const logoUrl = (base: string): string =>
  LOGO_SOURCES.has(base) ? `/logos/${base}.svg` : DEFAULT_LOGO_URL
