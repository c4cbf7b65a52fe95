/** The tools of drawing behind one button, where the chart is narrow. */
import { PencilRuler } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx, IconButton, Menu, MenuItem, MenuSeparator, MenuToggle } from '../../../ui/index.ts'
import { TOOLS } from './drawing.ts'
import { ToolGlyph } from './toolGlyphs.tsx'
import { useToolActions } from './useToolActions.ts'

export function FoldedTools() {
  const { t } = useTranslation()
  const { tool, hasMagnet, isHidden, hasDrawings, choose, toggleMagnet, toggleHidden, removeAll } =
    useToolActions()
  return (
    <Menu
      label={t('drawing.tools')}
      align="end"
      width={240}
      trigger={
        <IconButton
          label={t('drawing.tools')}
          size={28}
          className={cx('lg:hidden', tool !== undefined && 'bg-s4 text-t1')}
        >
          <PencilRuler size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      {TOOLS.map((one) => (
        <MenuItem key={one} className="min-h-11" onSelect={() => choose(one, false)}>
          <ToolGlyph tool={one} />
          {t(`drawing.kind.${one}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuToggle label={t('drawing.magnet')} isChecked={hasMagnet} onChange={toggleMagnet} />
      <MenuToggle label={t('drawing.hideAll')} isChecked={isHidden} onChange={toggleHidden} />
      <MenuItem className="min-h-11" isDisabled={!hasDrawings} onSelect={removeAll}>
        {t('drawing.removeAll')}
      </MenuItem>
    </Menu>
  )
}
