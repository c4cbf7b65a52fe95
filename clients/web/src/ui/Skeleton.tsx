/** Bars in the geometry of what will stand there; static under reduced motion. */
import { cx } from './cx.ts'

export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx('block animate-breathe rounded-[4px] bg-s3', className)} />
)
