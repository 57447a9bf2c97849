import { Button, Progress } from '@mantine/core'
import controlStyles from '../../controls.module.css'
import { words } from '../words.ts'
import type { Registration } from './use-registration.ts'

type Props = {
  registration: Registration
  /** Missing until both volumes are there. */
  onStart: (() => void) | undefined
}

/** Lets the computer align the second with the first, says what it did, and undoes it. */
export const AlignControls = ({ registration, onStart }: Props) => {
  const { progress, hasFailed, done, undo } = registration
  const { align } = words
  return (
    <fieldset className={controlStyles.group}>
      <legend>{align.title}</legend>
      <div role="status">
        {progress !== undefined && <p className={controlStyles.shown}>{align.running}</p>}
        {hasFailed && <p className={controlStyles.shown}>{align.failed}</p>}
        {done && (
          <p className={controlStyles.shown}>
            <strong>{align.done}</strong> {align.moved(done.moved)}
          </p>
        )}
      </div>
      {progress !== undefined && <Progress value={100 * progress} mb="xs" aria-label={align.running} />}
      {progress !== undefined || done ? (
        <Button variant="default" fullWidth onClick={undo}>
          {done ? align.undo : align.cancel}
        </Button>
      ) : (
        <Button variant="default" fullWidth disabled={!onStart} onClick={onStart}>
          {align.start}
        </Button>
      )}
    </fieldset>
  )
}
