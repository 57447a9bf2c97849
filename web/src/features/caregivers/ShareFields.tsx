import { careAreas } from '@fornix/contract'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { messages } from './messages.ts'

type Field = (name: 'areas' | 'until') => object

/** What is shared, each on its own, and until when. */
export const ShareFields = ({ field }: { field: Field }) => (
  <>
    <Checkbox.Group label={messages.fields.areas} {...field('areas')}>
      <Stack gap="sm" mt="xs">
        {careAreas.map((area) => (
          <Checkbox
            key={area}
            value={area}
            label={messages.areas[area].name}
            description={messages.areas[area].hint}
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
