/** The nonces that count as used: of each signer the numbers themselves, ascending, each with the time from which it is kept. */

const HOUR_MS = 3_600_000
/** Between neighbours of one hour that is long over no other number counts as unused. */
const APART_MAX = 3_600_000

interface Used {
  readonly nonce: number
  readonly fromMs: number
}

const hourOf = ({ fromMs }: Used): number => Math.floor(fromMs / HOUR_MS)

export class TwinNonces {
  private readonly bySigner = new Map<string, Used[]>()
  /** The last hour of which nothing can arrive any more. */
  private closedHour = -1

  /** Keys are "signer nonce". */
  has(key: string): boolean {
    const { used, nonce } = this.find(key)
    const at = placeIn(used, nonce)
    const [before, next] = [used[at - 1], used[at]]
    if (next?.nonce === nonce) return true
    if (before === undefined || next === undefined || hourOf(before) !== hourOf(next)) return false
    return hourOf(next) <= this.closedHour && next.nonce - before.nonce <= APART_MAX
  }

  set(key: string, fromMs: number): void {
    const { used, nonce } = this.find(key)
    const at = placeIn(used, nonce)
    used.splice(at, used[at]?.nonce === nonce ? 1 : 0, { nonce, fromMs })
  }

  forgetBefore(timeMs: number): void {
    const isOld = ({ fromMs }: Used): boolean => fromMs < timeMs
    for (const [signer, used] of this.bySigner)
      if (used.some(isOld))
        this.bySigner.set(
          signer,
          used.filter((one) => !isOld(one)),
        )
  }

  closeHour(hour: number): void {
    this.closedHour = hour
  }

  private find(key: string): { readonly used: Used[]; readonly nonce: number } {
    const [signer, nonce] = key.split(' ')
    let used = this.bySigner.get(signer!)
    if (used === undefined) this.bySigner.set(signer!, (used = []))
    return { used, nonce: Number(nonce) }
  }
}

/** Of the first that is not below. */
function placeIn(used: readonly Used[], nonce: number): number {
  let [low, high] = [0, used.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (used[middle]!.nonce < nonce) low = middle + 1
    else high = middle
  }
  return low
}
