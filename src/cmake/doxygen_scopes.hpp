// Templates of other libraries that fpcheck specialises, for Doxygen only: it does not read those libraries.
namespace Eigen {
template <class T>
struct NumTraits;
}
namespace fmt {
template <class T, class Char, class Enable>
struct formatter;
}
