//! Classification of IP addresses as public, that is, reachable from the internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are not public, or not unicast (IANA special-purpose registry).
const SPECIAL: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
];

pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_ipv4(address) {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let within = |(network, length): &([u8; 4], u32)| {
        let mask = u32::MAX << (32 - length);
        u32::from(address) & mask == u32::from_be_bytes(*network)
    };
    !SPECIAL.iter().any(within)
}

/// Returns the IPv4 address in an IPv6 address that is IPv4-mapped or NAT64; `None` for other addresses.
fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, high, low] = address.segments();
    let last = Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0xffff] | [0x64, 0xff9b, 0, 0, 0, 0] => Some(last),
        _ => None,
    }
}

/// Whether an IPv6 address is public. Only 2000::/3 is assigned to hosts, except its ranges for protocols, tunnels, and
/// documentation.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_unicast = a & 0xe000 == 0x2000;
    let is_assigned_to_protocols = a == 0x2001 && b < 0x200;
    let is_6to4 = a == 0x2002;
    let is_example = (a == 0x2001 && b == 0xdb8) || (a == 0x3fff && b < 0x1000);
    is_unicast && !is_assigned_to_protocols && !is_6to4 && !is_example
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: bool, addresses: &[&str]) {
        for address in addresses {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn internet_addresses_are_public() {
        check(true, &["1.1.1.1", "11.0.0.1", "172.32.0.1", "172.15.255.255", "192.0.1.1"]);
        check(true, &["100.63.0.1", "100.128.0.1", "223.255.255.255", "169.253.1.1"]);
        check(true, &["2606:4700::1111", "2a00:1450::1", "2001:200::1", "::ffff:1.1.1.1"]);
        check(true, &["64:ff9b::101:101"]);
    }

    #[test]
    fn local_addresses_are_private() {
        check(false, &["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::", "::1"]);
        check(false, &["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1"]);
        check(false, &["fc00::1", "fd12::1", "fe80::1", "fec0::1"]);
    }

    #[test]
    fn cloud_metadata_addresses_are_private() {
        check(false, &["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "192.0.0.192"]);
    }

    #[test]
    fn embedded_private_addresses_are_private() {
        check(false, &["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"]);
        check(false, &["64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"]);
    }

    #[test]
    fn multicast_and_documentation_addresses_are_private() {
        check(false, &["224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "ff02::1"]);
        check(false, &["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.19.0.1", "192.88.99.1"]);
        check(false, &["2001:db8::1", "3fff::1"]);
    }
}
