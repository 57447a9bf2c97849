import { Container, Group, Skeleton, Stack } from '@mantine/core'
import { BrandSign } from '../ui/shell/Brand.tsx'
import styles from '../ui/shell/shell.module.css'

/** What a document shows until the program has loaded its page: the bar that stays, and grey bars where content will be. */
export const Frame = () => (
  <div className={styles.page}>
    <header className={styles.bar}>
      <Container size="lg">
        <Group h="100%" wrap="nowrap" className={styles.brand}>
          <BrandSign />
        </Group>
      </Container>
    </header>
    <Container component="main" size="lg" w="100%" pt="lg" aria-busy>
      <Stack gap="sm" p="md">
        {[64, 64, 64].map((height, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          <Skeleton key={bar} height={height} radius="md" aria-hidden />
        ))}
      </Stack>
    </Container>
  </div>
)
