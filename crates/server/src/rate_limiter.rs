//! Keyed token-bucket rate limiter.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A rate: `burst` times at once, then once every `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How often at once.
    pub burst: u32,
    /// How long until one more may follow.
    pub every: Duration,
}

impl Rate {
    /// So often at once, and so often a second after that.
    #[must_use]
    pub const fn per_second(burst: u32, often: u32) -> Self {
        Self { burst, every: Duration::from_nanos(1_000_000_000 / often as u64) }
    }
}

/// A token bucket for each key.
#[derive(Debug)]
pub struct RateLimiter<K> {
    rate: Option<Rate>,
    buckets: Mutex<Buckets<K>>,
}

#[derive(Debug)]
struct Buckets<K> {
    /// When each bucket is full again.
    full_at: HashMap<K, Instant>,
    /// From so many on, full buckets are dropped.
    most: usize,
}

/// How many buckets are kept before full ones are dropped.
const MANY: usize = 4096;

impl<K: Eq + Hash> RateLimiter<K> {
    /// Without a rate nothing is limited.
    pub fn new(rate: Option<Rate>) -> Self {
        let buckets = Buckets { full_at: HashMap::new(), most: MANY };
        Self { rate, buckets: Mutex::new(buckets) }
    }

    /// Takes a token from the bucket of `key` at `now`.
    ///
    /// # Errors
    /// How long to wait when there is none.
    pub fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        self.take_of(key, now, 1)
    }

    /// The same for a key that has `share` times the rate.
    ///
    /// # Errors
    /// How long to wait when there is none.
    pub fn take_of(&self, key: K, now: Instant, share: u32) -> Result<(), Duration> {
        let Some(Rate { burst, every }) = self.rate else {
            return Ok(());
        };
        let rate = Rate { burst: burst.saturating_mul(share), every: every / share.max(1) };
        // Each change is one insertion, so a panic elsewhere leaves the map whole.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.full_at.len() >= buckets.most {
            buckets.full_at.retain(|_, at| *at > now);
            // However many there are, walking over all of them stays rare.
            buckets.most = MANY.max(2 * buckets.full_at.len());
        }
        let at = buckets.full_at.entry(key).or_insert(now);
        let after = (*at).max(now) + rate.every;
        let latest = now + rate.every * rate.burst;
        if after > latest {
            return Err(after - latest);
        }
        *at = after;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b73_a_burst_goes_through_then_one_at_a_time() {
        let limiter = RateLimiter::new(Some(Rate::per_second(3, 2)));
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        for _ in 0..3 {
            assert_eq!(limiter.take("ann", start), Ok(()));
        }
        assert_eq!(limiter.take("ann", start), Err(Duration::from_millis(500)));
        assert_eq!(limiter.take("ben", start), Ok(()), "each has their own");
        assert_eq!(limiter.take("ann", after(499)), Err(Duration::from_millis(1)));
        assert_eq!(limiter.take("ann", after(500)), Ok(()));
        assert!(
            limiter.take("ann", after(500)).is_err(),
            "a refusal costs nothing and gives nothing"
        );
        for _ in 0..3 {
            assert_eq!(limiter.take("ann", after(5_000)), Ok(()), "all come back, and no more");
        }
        assert!(limiter.take("ann", after(5_000)).is_err());
    }

    #[test]
    fn b73_who_speaks_for_many_may_do_more_but_not_without_end() {
        let limiter = RateLimiter::new(Some(Rate::per_second(3, 2)));
        let start = Instant::now();
        for _ in 0..30 {
            assert_eq!(limiter.take_of("proxy", start, 10), Ok(()));
        }
        assert_eq!(limiter.take_of("proxy", start, 10), Err(Duration::from_millis(50)));
    }

    #[test]
    fn b73_those_who_are_quiet_again_are_forgotten() {
        let limiter = RateLimiter::new(Some(Rate::per_second(1, 1)));
        let start = Instant::now();
        for who in 0..MANY {
            assert_eq!(limiter.take(who, start), Ok(()));
        }
        assert_eq!(limiter.take(MANY, start + Duration::from_secs(2)), Ok(()));
        assert_eq!(limiter.buckets.lock().map(|buckets| buckets.full_at.len()).ok(), Some(1));
    }

    #[test]
    fn b73_without_a_rate_anything_goes() {
        let limiter = RateLimiter::new(None);
        let now = Instant::now();
        assert!((0..10_000).all(|_| limiter.take("ann", now).is_ok()));
    }
}
