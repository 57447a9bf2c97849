import { keysOf, type PatientColumn, patientColumnNames, patientColumns } from '@fornix/contract'
import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { type ButtonRef, ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import { staffMessages } from './staff-messages.ts'
import { columnSets, nameColumns } from './use-columns.ts'

const texts = staffMessages.chooser
const setNames = keysOf(columnSets)

export type ChooserProps = { columns: readonly PatientColumn[]; onChange: (columns: readonly string[]) => void }
type Props = ChooserProps & { opened: boolean; onClose: () => void; button: ButtonRef }

/** The menu of the columns button: a whole set, or one by one. */
export const ColumnChoice = ({ columns, onChange, opened, onClose, button }: Props) => {
  const names = columns.filter((name) => nameColumns.includes(name))
  const isLastName = (name: PatientColumn) => names.length === 1 && names[0] === name
  return (
    <Popover
      opened={opened}
      onChange={onClose}
      position="bottom-end"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
      width={300}
    >
      <Popover.Target>
        <ButtonTarget button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.button}>
        <Stack gap="sm">
          <Checkbox.Group label={texts.title} description={texts.hint} value={[...columns]} onChange={onChange}>
            <Stack gap={10} mt="sm">
              {patientColumnNames.map((name) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={patientColumns[name]}
                  disabled={isLastName(name)}
                  {...(isLastName(name) && { description: texts.needsName })}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group gap={6}>
            {setNames.map((name) => (
              <Button key={name} size="compact-sm" variant="light" onClick={() => onChange(columnSets[name])}>
                {texts.sets[name]}
              </Button>
            ))}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
