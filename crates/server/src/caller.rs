//! Where a request comes from: the address of the client, not of a proxy in between (B-70).

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// The client that limits are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    address: IpAddr,
    /// Whether several people may be behind it: this machine itself, where a proxy may run that
    /// nobody told us of, or a trusted proxy that does not say for whom it speaks.
    many: bool,
}

/// How many times the limits of one address a proxy has. Bounded: a proxy that is not set up right
/// must not lift the limits for everyone.
const MANY: u32 = 10;

impl Caller {
    /// One who comes from this address.
    pub fn at(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address: household(address), many: address.is_loopback() }
    }

    /// Whether it is this machine itself, or a proxy on it that says of nobody.
    pub fn is_this_machine(self) -> bool {
        // The household of `::1` is `::`.
        self.address.is_loopback() || self.address.is_unspecified()
    }

    /// How many times the share of one address it has.
    pub fn share(self) -> u32 {
        if self.many { MANY } else { 1 }
    }
}

/// What proxies say for whom they speak with. Only the first is believed, of trusted ones.
const FORWARDED: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip"];

/// Whether a proxy says that it speaks for somebody else.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDED.iter().any(|name| headers.contains_key(*name))
}

/// Whether a request came from a proxy that we do not trust: all behind it share its limits.
pub fn is_strange_proxy(headers: &HeaderMap, peer: IpAddr, trusted: &[IpAddr]) -> bool {
    is_forwarded(headers) && !is_trusted(peer, trusted)
}

/// Whether an address is that of a trusted proxy.
pub fn is_trusted(address: IpAddr, trusted: &[IpAddr]) -> bool {
    trusted.iter().any(|proxy| proxy.to_canonical() == address.to_canonical())
}

/// Who has sent a request that came from `peer`. A proxy is believed only if it is trusted.
pub fn caller(headers: &HeaderMap, peer: IpAddr, trusted: &[IpAddr]) -> Caller {
    let mut from = peer;
    let passed = headers.get_all("x-forwarded-for").iter().rev();
    let mut passed = passed
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.rsplit(','))
        .map(|address| read(address.trim()));
    while is_trusted(from, trusted) {
        match passed.next() {
            Some(Some(address)) => from = address,
            Some(None) | None => break,
        }
    }
    let caller = Caller::at(from);
    Caller { many: caller.many || is_trusted(from, trusted), ..caller }
}

/// An address as proxies write it, some with the port.
fn read(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port)
}

/// One household usually has a whole network of IPv6 addresses.
fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(passed: &[&'static str], peer: &str, expected: &str, share: u32) {
        let mut headers = HeaderMap::new();
        for value in passed {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        let trusted = ["127.0.0.1".parse(), "10.0.0.9".parse()].map(|it| it.expect("an address"));
        let found = caller(&headers, peer.parse().expect("an address"), &trusted);
        let address: IpAddr = expected.parse().expect("an address");
        assert_eq!((found.address, found.share()), (address, share), "{passed:?} {peer}");
    }

    #[test]
    fn b70_a_proxy_is_believed_only_if_it_is_trusted() {
        check(&[], "203.0.113.7", "203.0.113.7", 1);
        check(&["198.51.100.1"], "203.0.113.7", "203.0.113.7", 1);
        check(&["198.51.100.1"], "127.0.0.1", "198.51.100.1", 1);
        check(&["198.51.100.1:4711"], "127.0.0.1", "198.51.100.1", 1);
        check(&["[2001:db8:1:2::3]:4711"], "127.0.0.1", "2001:db8:1:2::", 1);
        check(&["1.2.3.4, 198.51.100.1"], "127.0.0.1", "198.51.100.1", 1);
        check(&["1.2.3.4, 198.51.100.1, 10.0.0.9"], "127.0.0.1", "198.51.100.1", 1);
        check(&["1.2.3.4", "198.51.100.1"], "10.0.0.9", "198.51.100.1", 1);
    }

    #[test]
    fn b70_a_trusted_proxy_that_does_not_say_for_whom_it_speaks_has_limits() {
        check(&[], "10.0.0.9", "10.0.0.9", 10);
        check(&["nonsense"], "10.0.0.9", "10.0.0.9", 10);
        check(&["1.2.3.4, nonsense"], "10.0.0.9", "10.0.0.9", 10);
        check(&["10.0.0.9"], "127.0.0.1", "10.0.0.9", 10);
    }

    #[test]
    fn b70_this_machine_itself_has_limits_for_many() {
        // Whoever is behind a proxy nobody told us of comes from here, too.
        check(&[], "127.0.0.1", "127.0.0.1", 10);
        check(&[], "127.0.0.2", "127.0.0.2", 10);
        check(&["198.51.100.1"], "127.0.0.2", "127.0.0.2", 10);
        check(&["198.51.100.1"], "::1", "::", 10);
        check(&[], "::ffff:127.0.0.2", "127.0.0.2", 10);
    }

    #[test]
    fn b70_a_household_of_ipv6_is_one() {
        check(&[], "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", 1);
        check(&[], "::ffff:203.0.113.7", "203.0.113.7", 1);
    }

    #[test]
    fn b70_a_proxy_that_is_not_trusted_is_noticed() {
        let trusted = ["10.0.0.9".parse().expect("an address")];
        for name in FORWARDED {
            let mut headers = HeaderMap::new();
            let notices = |headers: &HeaderMap, peer: &str| {
                is_strange_proxy(headers, peer.parse().expect("an address"), &trusted)
            };
            assert!(!notices(&headers, "127.0.0.1"));
            headers.insert(name, HeaderValue::from_static("for=198.51.100.1"));
            assert!(notices(&headers, "127.0.0.1"), "{name}");
            assert!(!notices(&headers, "::ffff:10.0.0.9"), "{name}");
        }
    }
}
