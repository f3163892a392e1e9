//! Where a request comes from: the address of whoever asks, not of a proxy in between (B-70).

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

/// Whoever asks, as far as limits go. Requests from this machine itself have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caller(IpAddr);

/// Who has sent a request that came from `peer`. A proxy is believed only if it is trusted.
pub fn caller(headers: &HeaderMap, peer: IpAddr, trusted: &[IpAddr]) -> Option<Caller> {
    let mut from = peer.to_canonical();
    let passed = headers.get_all("x-forwarded-for").iter().rev();
    let mut passed = passed
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.rsplit(','))
        .map(|address| address.trim().parse::<IpAddr>());
    while trusted.contains(&from) {
        match passed.next() {
            Some(Ok(address)) => from = address.to_canonical(),
            Some(Err(_)) | None => break,
        }
    }
    (!from.is_loopback()).then_some(Caller(household(from)))
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

    fn check(passed: &[&'static str], peer: &str, expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        for value in passed {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        let trusted = ["127.0.0.1".parse(), "10.0.0.9".parse()].map(|it| it.expect("an address"));
        let found = caller(&headers, peer.parse().expect("an address"), &trusted);
        let expected = expected.map(|it| Caller(it.parse().expect("an address")));
        assert_eq!(found, expected, "{passed:?} {peer}");
    }

    #[test]
    fn b70_a_proxy_is_believed_only_if_it_is_trusted() {
        check(&[], "203.0.113.7", Some("203.0.113.7"));
        check(&["198.51.100.1"], "203.0.113.7", Some("203.0.113.7"));
        check(&["198.51.100.1"], "127.0.0.1", Some("198.51.100.1"));
        check(&["1.2.3.4, 198.51.100.1"], "127.0.0.1", Some("198.51.100.1"));
        check(&["1.2.3.4, 198.51.100.1, 10.0.0.9"], "127.0.0.1", Some("198.51.100.1"));
        check(&["1.2.3.4", "198.51.100.1"], "10.0.0.9", Some("198.51.100.1"));
        check(&["nonsense"], "10.0.0.9", Some("10.0.0.9"));
        check(&["1.2.3.4, nonsense"], "10.0.0.9", Some("10.0.0.9"));
    }

    #[test]
    fn b70_this_machine_itself_has_no_address_to_limit() {
        check(&[], "127.0.0.1", None);
        check(&[], "::1", None);
        check(&[], "::ffff:127.0.0.1", None);
    }

    #[test]
    fn b70_a_household_of_ipv6_is_one() {
        check(&[], "2001:db8:1:2:3:4:5:6", Some("2001:db8:1:2::"));
        check(&[], "::ffff:203.0.113.7", Some("203.0.113.7"));
    }
}
