import { Badge } from '@mantine/core'
import { messages } from './messages.ts'

const texts = messages.person

/** Beside the name of a patient that another patient shares. */
export const NamesakeMark = ({ patient }: { patient: { has_namesake: boolean } }) =>
  patient.has_namesake && (
    <>
      {' '}
      <Badge component="span" size="sm" color="amber" variant="light" title={texts.sameNameHint}>
        {texts.sameName}
      </Badge>
    </>
  )
