/** A share card as a file: its size as its own header says it, and what of it is painted, part by part. */
import type { Page } from '@playwright/test'

/** The layout that the card is drawn in; the picture is larger by a whole factor of its own. */
const LAYOUT_WIDTH = 438
const PNG_SIGNATURE = '89504e470d0a1a0a'

/** Left, top, width and height in the layout's own units. */
export type Part = readonly [x: number, y: number, width: number, height: number]

export interface PartLook {
  /** Share of the pixels that are not the ground. */
  readonly ink: number
  /** The strongest colour: the pixel whose channels lie furthest apart. */
  readonly colour: readonly number[]
}

export function pngSize(file: Buffer): { readonly width: number; readonly height: number } {
  if (file.subarray(0, 8).toString('hex') !== PNG_SIGNATURE) throw new Error('not a PNG')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

export interface CardPicture {
  readonly width: number
  readonly height: number
  /** The pixel in the middle of the left edge, where nothing is ever painted. */
  readonly ground: readonly number[]
  readonly parts: Readonly<Record<string, PartLook>>
}

/** Decodes the file in the page, as its receiver would. */
export const readPicture = (
  page: Page,
  file: Buffer,
  parts: Readonly<Record<string, Part>>,
): Promise<CardPicture> =>
  page.evaluate(
    async ({ base64, wanted, layoutWidth }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d', { willReadFrequently: true })!
      context.drawImage(bitmap, 0, 0)
      const scale = bitmap.width / layoutWidth
      const pixel = (x: number, y: number): number[] => [...context.getImageData(x, y, 1, 1).data].slice(0, 3)
      const ground = pixel(2, Math.floor(bitmap.height / 2))
      const look = ([x, y, width, height]: readonly number[]) => {
        const [left, top, right, bottom] = [x!, y!, x! + width!, y! + height!].map((at) =>
          Math.round(at * scale),
        )
        const { data } = context.getImageData(left!, top!, right! - left!, bottom! - top!)
        let painted = 0
        let colour = ground
        const spread = (one: readonly number[]): number => Math.max(...one) - Math.min(...one)
        for (let at = 0; at < data.length; at += 4) {
          const one = [data[at]!, data[at + 1]!, data[at + 2]!]
          if (one.some((channel, index) => Math.abs(channel - ground[index]!) > 8)) painted += 1
          if (spread(one) > spread(colour)) colour = one
        }
        return { ink: painted / (data.length / 4), colour }
      }
      return {
        width: bitmap.width,
        height: bitmap.height,
        ground,
        parts: Object.fromEntries(Object.entries(wanted).map(([name, part]) => [name, look(part)])),
      }
    },
    { base64: file.toString('base64'), wanted: parts, layoutWidth: LAYOUT_WIDTH },
  )
