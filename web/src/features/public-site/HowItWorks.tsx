import { Paper, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core'

const steps = [
  {
    name: 'Register and tell us about yourself',
    text: 'Create an account with your email address. Then answer a few medical questions in plain words, so we know the scan is safe for you.',
  },
  {
    name: 'Choose a time',
    text: 'Pick a 30-minute appointment that works for you. You can reschedule or cancel it later.',
  },
  {
    name: 'See and share the results',
    text: 'Your scans and files appear in your account. You decide what to request, and your physician can see it there too.',
  },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <Title order={2} id="how-it-works" mb="lg">
        How it works
      </Title>
      <SimpleGrid component="ol" cols={{ base: 1, md: 3 }} spacing="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map(({ name, text }, index) => (
          <Paper component="li" key={name} withBorder p="xl" radius="lg" bg="var(--fornix-surface)">
            <ThemeIcon size={40} radius="xl" variant="light" aria-hidden fw={700}>
              {index + 1}
            </ThemeIcon>
            <Title order={3} size="h4" mt="md" mb={4}>
              {name}
            </Title>
            <Text c="dimmed">{text}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
