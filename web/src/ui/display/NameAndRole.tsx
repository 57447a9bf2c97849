import { Text } from '@mantine/core'

type Props = { name: string; role: string; inOneLine?: boolean }

/** A staff member in a list cell, or at the top of a card. */
export const NameAndRole = ({ name, role, inOneLine }: Props) =>
  inOneLine ? (
    <Text fw={600}>{`${name}, ${role}`}</Text>
  ) : (
    <>
      {name}
      <Text size="sm" c="dimmed">
        {role}
      </Text>
    </>
  )
