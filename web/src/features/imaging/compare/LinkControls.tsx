import { Switch } from '@mantine/core'
import controlStyles from '../controls.module.css'
import { isInMm } from './link.ts'
import type { Linked } from './use-link.ts'
import { words } from './words.ts'

/** Whether the two sides move together, and why or how far to trust that. */
export const LinkControls = ({ link }: { link: Linked }) => {
  const { relation, isLinked, by, mayToggle, toggle } = link
  if (!relation) return null
  const state = () => {
    if (by === 'mm') return words.link.linked
    if (by === 'part') return words.link.byPart
    return isInMm(relation) ? words.link.off : words.link.offer
  }
  return (
    <fieldset className={controlStyles.group}>
      <legend>{words.link.title}</legend>
      <p className={controlStyles.shown}>{words.relation[relation]}</p>
      <Switch label={words.link.switch} checked={isLinked} disabled={!mayToggle} onChange={toggle} />
      <p className={controlStyles.hint} role="status">
        {state()}
      </p>
    </fieldset>
  )
}
