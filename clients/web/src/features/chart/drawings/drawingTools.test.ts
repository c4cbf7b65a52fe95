import { beforeEach, describe, expect, it } from 'vitest'
import { localStore } from '../../../shared/storage/index.ts'
import { DRAWING_COLOURS } from './drawing.ts'
import { chooseTool, keepTools, readTools, useDrawingTools, writeTools } from './drawingTools.ts'

beforeEach(() => chooseTool(undefined))

describe('the tools of drawing', () => {
  it('the same tool once more lays it down, another takes its place', () => {
    const tool = () => useDrawingTools.getState().tool
    chooseTool('ray')
    chooseTool('trend')
    expect(tool()).toBe('trend')
    chooseTool('trend')
    expect(tool()).toBeUndefined()
  })

  it('magnet and colour are kept, and come back as they were', () => {
    keepTools({ hasMagnet: true })
    keepTools({ colour: 'warn' })
    expect(readTools(localStore.getItem('vest.drawingTools'))).toEqual({ hasMagnet: true, colour: 'warn' })
    for (const colour of DRAWING_COLOURS)
      for (const hasMagnet of [true, false])
        expect(readTools(writeTools({ colour, hasMagnet }))).toEqual({ colour, hasMagnet })
  })

  it('what is no word of ours is as if nothing had been kept', () => {
    for (const text of [null, '', 'red', '{"colour":"warn"}', ' magnetic'])
      expect(readTools(text)).toEqual({ hasMagnet: false, colour: 'chalk' })
  })
})
