/** The first letter of a network in a disc of the network's own colour. */
import { TokenMark } from './AmountField.tsx'

/** White letters are read on each of them. */
const COLORS: Readonly<Record<string, string>> = {
  Base: '#2f5ff0',
  Ethereum: '#5a69bd',
  Optimism: '#cf3a3a',
  Polygon: '#7d57d6',
  'BNB Smart Chain': '#8f6a0a',
  Solana: '#6f4fd0',
}

export const NetworkMark = ({ name, size }: { readonly name: string; readonly size?: 22 | 26 | 16 }) => (
  <TokenMark
    letter={name.slice(0, 1)}
    {...(COLORS[name] === undefined ? {} : { color: COLORS[name] })}
    {...(size === undefined ? {} : { size })}
  />
)
