/** Which network money comes from or goes to: a field that opens a menu where there is a choice. */
import type { ChainInfo } from '@vest/protocol'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuRadioGroup } from '../../ui/index.ts'
import { NetworkMark } from '../transfer/NetworkMark.tsx'

/** A chain, or what stands for several. */
export type NetworkOption = Pick<ChainInfo, 'chainId' | 'name'>

export interface NetworkSelectProps {
  readonly label: string
  readonly chains: readonly NetworkOption[]
  readonly value: NetworkOption
  readonly onChange: (chainId: number) => void
  readonly end?: ReactNode
}

export function NetworkSelect({ label, chains, value, onChange, end }: NetworkSelectProps) {
  const face = (
    <>
      <NetworkMark name={value.name} />
      <span className="min-w-0 flex-1 truncate text-left text-nav font-medium">{value.name}</span>
      {end !== undefined && <span className="text-dense text-t2">{end}</span>}
    </>
  )
  return (
    <div>
      <p className="mb-[6px] text-dense text-t2">{label}</p>
      {chains.length < 2 ? (
        <div className="field-shell flex h-11 items-center gap-[9px] px-3 max-md:h-12">{face}</div>
      ) : (
        <Menu
          label={label}
          width={360}
          align="start"
          trigger={
            <button
              type="button"
              className="field-shell flex h-11 w-full items-center gap-[9px] px-3 max-md:h-12"
            >
              <span className="sr-only">{`${label}: `}</span>
              {face}
              <ChevronDown size={14} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
            </button>
          }
        >
          <MenuRadioGroup
            label={label}
            value={String(value.chainId)}
            options={chains.map((chain) => ({ value: String(chain.chainId), label: chain.name }))}
            onChange={(chainId) => onChange(Number(chainId))}
          />
        </Menu>
      )}
    </div>
  )
}
