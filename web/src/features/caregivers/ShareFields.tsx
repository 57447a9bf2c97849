import { type CareArea, careAreas } from '@fornix/contract'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { messages } from './messages.ts'

type Field = (name: 'areas' | 'until') => object
export type ShareWords = { areas: string; hints: Record<CareArea, string> }

type Props = {
  field: Field
  /** The caregiver's first name, if known. */
  name: string
  words?: ShareWords | undefined
}

/** What is shared, each item separately, and until when. */
export const ShareFields = ({ field, name, words }: Props) => (
  <>
    <Checkbox.Group label={words?.areas ?? messages.mayDo(name)} {...field('areas')}>
      <Stack gap="sm" my="xs">
        {careAreas.map((area) => (
          <Checkbox
            key={area}
            value={area}
            label={areaNames([area])}
            description={words?.hints[area] ?? messages.hints[area]}
            data-path={area === careAreas[0] ? 'areas' : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
    <TextInput
      type="date"
      label={messages.fields.until}
      description={messages.untilHint}
      maw={300}
      {...field('until')}
    />
  </>
)
