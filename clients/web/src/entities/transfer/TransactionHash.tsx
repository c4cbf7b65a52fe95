/** The hash of a transaction, short, with a link where the chain has an explorer, and to copy. */
import { useTranslation } from 'react-i18next'
import { shortenAddress } from '../../shared/format/index.ts'
import { CopyButton } from '../../ui/index.ts'

export function TransactionHash({
  hash,
  link,
}: {
  readonly hash: string
  readonly link: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1">
      {link === undefined ? (
        <span title={hash}>{shortenAddress(hash)}</span>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer" className="text-chalk" title={hash}>
          {shortenAddress(hash)}
        </a>
      )}
      <CopyButton text={hash} label={t('transfer.copyHash')} copiedLabel={t('common.copied')} />
    </span>
  )
}
